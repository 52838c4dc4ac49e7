import type { Work } from '#workbook-engine/pausable-work.ts';

/*
 * Image libraries hold all metadata in memory: 5 GB for a 7 MB PNG with 900 compressed text chunks, and 2 GB for a 30
 * MB JPEG with empty segments.
 */

/** A phone writes about ten blocks, and Photoshop a few hundred. */
const MAX_REMOVED_BLOCKS = 10_000;
/** A step takes up to 2 ms. */
const BYTES_PER_STEP = 1024 * 1024;
const BLOCKS_PER_STEP = 20_000;

/** Keeps the EXIF block and colour profile. Throws if there is more metadata than any camera or program writes. */
export function* removeMetadata(picture: Buffer): Work<Buffer> {
  if (picture.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return yield* removeChunks(picture);
  return picture.readUInt16BE(0) === JPEG_START ? yield* removeSegments(picture) : picture;
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The PNG chunks that determine pixels and colours, plus the EXIF block. */
const NEEDED_CHUNKS = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'].map(toNumber),
);
/** All but the first of each are removed, because a library would unpack all of them. */
const UNIQUE_CHUNKS = new Set(['iCCP', 'eXIf'].map(toNumber));
const LAST_CHUNK = toNumber('IEND');
/** A chunk's length, type and checksum. */
const CHUNK_OVERHEAD = 12;

function toNumber(type: string): number {
  return Buffer.from(type, 'latin1').readUInt32BE();
}

function* removeChunks(picture: Buffer): Work<Buffer> {
  const parts = collectParts(picture);
  const seen = new Set<number>();
  let position = PNG_SIGNATURE.length;
  for (let block = 1; position + CHUNK_OVERHEAD <= picture.length; block++) {
    if (block % BLOCKS_PER_STEP === 0) yield;
    const type = picture.readUInt32BE(position + 4);
    const end = position + CHUNK_OVERHEAD + picture.readUInt32BE(position);
    if (!NEEDED_CHUNKS.has(type) || seen.has(type)) parts.remove(position, end);
    if (UNIQUE_CHUNKS.has(type)) seen.add(type);
    position = end;
    if (type === LAST_CHUNK) break;
  }
  return parts.join(position);
}

const JPEG_START = 0xffd8;
const [END_OF_IMAGE, COMMENT, FIRST_MARKER] = [0xd9, 0xfe, 0xc0];
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isApplication = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT;
/** The prefixes of needed application segments, and how many of each to keep. A profile can span 255 segments. */
const NEEDED_SEGMENTS: readonly [marker: number, start: string, max: number][] = [
  [0xe0, 'JFIF\0', 1],
  [0xe1, 'Exif\0\0', 1],
  [0xe2, 'ICC_PROFILE\0', 255],
  [0xee, 'Adobe', 1],
];

function* removeSegments(picture: Buffer): Work<Buffer> {
  const parts = collectParts(picture);
  const counts = NEEDED_SEGMENTS.map(() => 0);
  const isNeeded = (marker: number, position: number) =>
    NEEDED_SEGMENTS.some(
      ([needed, start, max], index) =>
        marker === needed &&
        picture.toString('latin1', position, position + start.length) === start &&
        ++counts[index]! <= max,
    );
  let nextPause = BYTES_PER_STEP;
  // Like libraries, skips bytes between segments, including pixel data, where 0xff is followed by zero.
  for (let position = 2; position + 1 < picture.length; ) {
    if (position >= nextPause) {
      nextPause = position + BYTES_PER_STEP;
      yield;
    }
    const marker = picture[position + 1]!;
    const isMarker = picture[position] === 0xff && marker >= FIRST_MARKER && marker !== 0xff;
    if (!isMarker || isRestart(marker)) {
      position++;
      continue;
    }
    if (marker === END_OF_IMAGE) return parts.join(position + 2);
    const end = position + 2 + (position + 4 <= picture.length ? picture.readUInt16BE(position + 2) : 0);
    if (isApplication(marker) && !isNeeded(marker, position + 4)) parts.remove(position, end);
    position = Math.max(end, position + 2);
  }
  return parts.join(picture.length);
}

const collectParts = (picture: Buffer) => {
  const remainingParts: Buffer[] = [];
  let start = 0;
  return {
    remove: (from: number, to: number) => {
      if (remainingParts.length === MAX_REMOVED_BLOCKS) throw new Error('The picture has too much metadata.');
      remainingParts.push(picture.subarray(start, from));
      start = to;
    },
    join: (end: number): Buffer =>
      remainingParts.length === 0
        ? picture.subarray(0, end)
        : Buffer.concat([...remainingParts, picture.subarray(start, end)]),
  };
};
