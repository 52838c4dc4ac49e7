/* Libraries decode every entry of an EXIF block, and 5,000 entries can point to the same 60,000 bytes. */

export type ExifDirectory = {
  /** Returns an empty directory if there is no such entry. */
  openDirectory(tag: number): ExifDirectory;
  /** Reads an entry's text up to the first NUL character. */
  readText(tag: number): string | undefined;
  readByte(tag: number): number | undefined;
  /** Reads up to `max` rationals as numbers. A rational with a zero denominator is not finite. */
  readRationals(tag: number, max: number): number[];
};

/** Precedes the TIFF block in a JPEG, but not in a PNG. */
const PREFIX = 'Exif\0\0';
const ENTRY_BYTES = 12;
const [BYTE, ASCII, LONG, RATIONAL] = [1, 2, 4, 5];
/** A timestamp has 19 characters. */
const MAX_TEXT_LENGTH = 64;

/** This function and the directory's methods throw a RangeError if an offset is outside the block. */
export const openExif = (block: Buffer): ExifDirectory => {
  const bytes = block.toString('latin1', 0, PREFIX.length) === PREFIX ? block.subarray(PREFIX.length) : block;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittleEndian = view.getUint8(0) === 0x49;
  const read16 = (offset: number) => view.getUint16(offset, isLittleEndian);
  const read32 = (offset: number) => view.getUint32(offset, isLittleEndian);

  const open = (start: number): ExifDirectory => {
    const entries = new Map<number, number>();
    const end = start + 2 + read16(start) * ENTRY_BYTES;
    for (let offset = start + 2; offset < end; offset += ENTRY_BYTES)
      if (!entries.has(read16(offset))) entries.set(read16(offset), offset);
    const findEntry = (tag: number, type: number | undefined): number | undefined => {
      const offset = entries.get(tag);
      return offset !== undefined && read16(offset + 2) === type ? offset : undefined;
    };
    return {
      openDirectory: (tag) => {
        const entry = findEntry(tag, LONG);
        return entry === undefined ? EMPTY_DIRECTORY : open(read32(entry + 8));
      },
      readText: (tag) => {
        const entry = findEntry(tag, ASCII);
        if (entry === undefined) return undefined;
        const length = read32(entry + 4);
        const position = length <= 4 ? entry + 8 : read32(entry + 8);
        const text = bytes.toString('latin1', position, position + Math.min(length, MAX_TEXT_LENGTH));
        return text.split('\0', 1)[0];
      },
      readByte: (tag) => {
        const entry = findEntry(tag, BYTE);
        return entry === undefined ? undefined : view.getUint8(entry + 8);
      },
      readRationals: (tag, max) => {
        const entry = findEntry(tag, RATIONAL);
        if (entry === undefined) return [];
        const position = read32(entry + 8);
        return Array.from({ length: Math.min(read32(entry + 4), max) }, (_, index) => {
          const offset = position + index * 8;
          return read32(offset) / read32(offset + 4);
        });
      },
    };
  };
  return open(read32(4));
};

const EMPTY_DIRECTORY: ExifDirectory = {
  openDirectory: () => EMPTY_DIRECTORY,
  readText: () => undefined,
  readByte: () => undefined,
  readRationals: () => [],
};
