import { open } from 'node:fs/promises';
import { ConfigError } from '#service/config.ts';

const HEADER_BYTES = 127;
/** Where the header has the beginnings of the four parts of the file; the length of each follows, both in eight bytes. */
const PARTS = [8, 24, 40, 56];
const VECTOR_TILES = 1;
/** What browsers unpack: nothing and gzip. */
const COMPRESSIONS = [1, 2];

/** Refuses a MAP_FILE that no browser could draw: another kind of file, another kind of tiles, or half of one. */
export const mustBeMap = async (path: string | undefined): Promise<void> => {
  if (path === undefined) return;
  const { header, size } = await readHeader(path).catch((error: Error) => {
    throw new ConfigError(`MAP_FILE names '${path}', which cannot be read: ${error.message}`);
  });
  const refuse = (what: string) => new ConfigError(`MAP_FILE names '${path}', which ${what}.`);
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    throw refuse('is no PMTiles file of version 3');
  if (header[99] !== VECTOR_TILES) throw refuse('holds other tiles than vector tiles (MVT)');
  if (![header[97]!, header[98]!].every((one) => COMPRESSIONS.includes(one)))
    throw refuse('is packed in another way than gzip, which browsers cannot unpack');
  const end = PARTS.map((at) => Number(header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8)));
  if (Math.max(...end) > size) throw refuse('is cut short: copy or download it again');
};

const readHeader = async (path: string) => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return { header: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
  } finally {
    await file.close();
  }
};
