import { open } from 'node:fs/promises';
import { ConfigError } from '#service/config.ts';

const HEADER_BYTES = 127;
/** Where the header stores the offset and length (8 bytes each) of each of the file's four sections. */
const SECTION_POSITIONS = [8, 24, 40, 56];
const VECTOR_TILE_TYPE = 1;
/** The compression types that browsers can decode: none and gzip. */
const COMPRESSIONS = [1, 2];

/** Rejects a MAP_FILE that browsers cannot render. */
export const checkMapFile = async (path: string | undefined): Promise<void> => {
  if (path === undefined) return;
  const { header, size } = await readHeader(path).catch((error: Error) => {
    throw new ConfigError(`MAP_FILE names '${path}', which cannot be read: ${error.message}`);
  });
  const createError = (reason: string) => new ConfigError(`MAP_FILE names '${path}', which ${reason}.`);
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    throw createError('is not a PMTiles version 3 file');
  if (header[99] !== VECTOR_TILE_TYPE) throw createError('contains tiles that are not vector tiles (MVT)');
  if (![header[97]!, header[98]!].every((compression) => COMPRESSIONS.includes(compression)))
    throw createError('uses a compression other than gzip, which browsers cannot decode');
  const ends = SECTION_POSITIONS.map((position) =>
    Number(header.readBigUInt64LE(position) + header.readBigUInt64LE(position + 8)),
  );
  if (Math.max(...ends) > size) throw createError('is truncated: copy or download it again');
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
