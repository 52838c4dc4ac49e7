import { crc32, deflateRawSync } from 'node:zlib';

/** Creates a zip archive of compressed files from their contents by name. */
export const createZip = (files: Readonly<Record<string, string | Uint8Array>>): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const compressedBytes = deflateRawSync(bytes);
    const localFields = Buffer.alloc(26);
    localFields.writeUInt16LE(20, 0);
    localFields.writeUInt16LE(8, 4);
    localFields.writeUInt32LE(crc32(bytes), 10);
    localFields.writeUInt32LE(compressedBytes.length, 14);
    localFields.writeUInt32LE(bytes.length, 18);
    localFields.writeUInt16LE(Buffer.byteLength(name), 22);
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), localFields, Buffer.from(name), compressedBytes]);
    bodies.push(body);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), localFields, directoryFields, Buffer.from(name));
    offset += body.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const endFields = Buffer.alloc(18);
  endFields.writeUInt16LE(bodies.length, 4);
  endFields.writeUInt16LE(bodies.length, 6);
  endFields.writeUInt32LE(size, 8);
  endFields.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), endFields]);
};
