import { crc32, createInflateRaw } from 'node:zlib';
import { msg } from '#i18n/message.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

export type ZipFile = {
  has(name: string): boolean;
  /** Throws `UnreadableFileError` if the entry is damaged or the total unpacked size exceeds the limit. */
  unpack(name: string): AsyncGenerator<Buffer>;
};

type Entry = { method: number; crc: number; size: number; compressedSize: number; offset: number };

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 0xffff;
const MAX_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_SIZE = 128 * 1024;

const createDamageError = () =>
  new UnreadableFileError(msg`The file is damaged: it is not a complete .xlsx file.`);

/** Applications differ in case and slashes. */
const normalizeName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

export const openZip = (bytes: Buffer, maxUnpackedSize: number): ZipFile => {
  const entries = readDirectory(bytes);
  let unpackedSize = 0;
  return {
    has: (name) => entries.has(normalizeName(name)),
    unpack: async function* (name) {
      const entry = entries.get(normalizeName(name));
      if (entry === undefined)
        throw new UnreadableFileError(msg`The file is damaged: the part ${name} is missing.`);
      let crc = 0;
      let size = 0;
      for await (const chunk of inflate(readCompressedBytes(bytes, entry), entry.method)) {
        unpackedSize += chunk.length;
        size += chunk.length;
        if (unpackedSize > maxUnpackedSize) {
          throw new UnreadableFileError(
            msg`The file is too large: unpacked it has more than ${maxUnpackedSize / 1024 / 1024} MiB.`,
          );
        }
        crc = crc32(chunk, crc);
        yield chunk;
      }
      if (crc !== entry.crc || size !== entry.size) throw createDamageError();
    },
  };
};

const readDirectory = (bytes: Buffer): Map<string, Entry> => {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new UnreadableFileError(msg`The file has more than ${MAX_ENTRIES} parts.`);
  const entries = new Map<string, Entry>();
  let offset = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number++) {
    if (offset + 46 > end || bytes.readUInt32LE(offset) !== DIRECTORY_ENTRY) throw createDamageError();
    const nameEnd = offset + 46 + bytes.readUInt16LE(offset + 28);
    const next = nameEnd + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
    if (next > end) throw createDamageError();
    const isEncrypted = (bytes.readUInt16LE(offset + 8) & 1) === 1;
    if (isEncrypted) throw new UnreadableFileError(msg`The file is protected by a password.`);
    const name = normalizeName(bytes.toString('utf8', offset + 46, nameEnd));
    if (!entries.has(name)) {
      entries.set(name, {
        method: bytes.readUInt16LE(offset + 10),
        crc: bytes.readUInt32LE(offset + 16),
        compressedSize: bytes.readUInt32LE(offset + 20),
        size: bytes.readUInt32LE(offset + 24),
        offset: bytes.readUInt32LE(offset + 42),
      });
    }
    offset = next;
  }
  return entries;
};

/** Only an optional comment follows the end of the central directory. */
const findEnd = (bytes: Buffer): number => {
  const first = Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT_LENGTH);
  for (let index = bytes.length - END_LENGTH; index >= first; index--)
    if (bytes.readUInt32LE(index) === END_OF_DIRECTORY) return index;
  throw createDamageError();
};

const readCompressedBytes = (bytes: Buffer, { offset, compressedSize }: Entry): Buffer => {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_ENTRY) throw createDamageError();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + compressedSize > bytes.length) throw createDamageError();
  return bytes.subarray(start, start + compressedSize);
};

async function* inflate(compressedBytes: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === STORED) yield compressedBytes;
  else if (method !== DEFLATED) throw createDamageError();
  else {
    const inflater = createInflateRaw({ chunkSize: CHUNK_SIZE });
    inflater.end(compressedBytes);
    try {
      for await (const chunk of inflater) yield chunk;
    } catch (error) {
      throw isZlibError(error) ? createDamageError() : error;
    } finally {
      inflater.destroy();
    }
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER)/.test(String(error.code));
