import { open } from 'node:fs/promises';
import { ConfigError } from '#service/config.ts';

const HEADER_BYTES = 127;
/**
 * Offsets in the header where the start of each of the file's four parts is stored. Its length follows; both take eight
 * bytes.
 */
const PARTS = [8, 24, 40, 56];
const VECTOR_TILES = 1;
/** The compressions that browsers can decode: none and gzip. */
const COMPRESSIONS = [1, 2];

/** Rejects a MAP_FILE that browsers cannot render: another kind of file, other tiles, or a truncated file. */
export const checkMapFile = async (path: string | undefined): Promise<void> => {
  if (path === undefined) return;
  const { header, size } = await readHeader(path).catch((error: Error) => {
    throw new ConfigError(`MAP_FILE names '${path}', which cannot be read: ${error.message}`);
  });
  const invalid = (reason: string) => new ConfigError(`MAP_FILE names '${path}', which ${reason}.`);
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    throw invalid('is not a PMTiles file of version 3');
  if (header[99] !== VECTOR_TILES) throw invalid('contains tiles that are not vector tiles (MVT)');
  if (![header[97]!, header[98]!].every((one) => COMPRESSIONS.includes(one)))
    throw invalid('uses a compression other than gzip, which browsers cannot decode');
  const end = PARTS.map((at) => Number(header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8)));
  if (Math.max(...end) > size) throw invalid('is truncated: copy or download it again');
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
