/*
 * Reads single values from an EXIF block, which is a TIFF file without a picture. Decodes only what is asked
 * for: libraries decode every entry, and 5,000 entries can refer to the same 60,000 bytes.
 */

export type ExifDirectory = {
  /** The directory that an entry refers to; empty if there is none. */
  openDirectory(tag: number): ExifDirectory;
  /** The text of an entry, up to the first NUL character. */
  readText(tag: number): string | undefined;
  readByte(tag: number): number | undefined;
  /** Up to `max` fractions as numbers. A fraction whose denominator is zero is not finite. */
  readFractions(tag: number, max: number): number[];
};

/** The prefix of the TIFF block in a JPEG. A PNG does not have it. */
const PREFIX = 'Exif\0\0';
const ENTRY_BYTES = 12;
const [BYTE, ASCII, LONG, FRACTION] = [1, 2, 4, 5];
/** The longest text that is read. A time has 19 characters. */
const MAX_TEXT = 64;

/**
 * Opens the first directory. This function and a directory's methods throw a RangeError if an offset is
 * outside the block.
 */
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
    const find = (tag: number, type: number | undefined): number | undefined => {
      const offset = entries.get(tag);
      return offset !== undefined && read16(offset + 2) === type ? offset : undefined;
    };
    return {
      openDirectory: (tag) => {
        const entry = find(tag, LONG);
        return entry === undefined ? EMPTY : open(read32(entry + 8));
      },
      readText: (tag) => {
        const entry = find(tag, ASCII);
        if (entry === undefined) return undefined;
        const length = read32(entry + 4);
        const position = length <= 4 ? entry + 8 : read32(entry + 8);
        const text = bytes.toString('latin1', position, position + Math.min(length, MAX_TEXT));
        return text.split('\0', 1)[0];
      },
      readByte: (tag) => {
        const entry = find(tag, BYTE);
        return entry === undefined ? undefined : view.getUint8(entry + 8);
      },
      readFractions: (tag, max) => {
        const entry = find(tag, FRACTION);
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

const EMPTY: ExifDirectory = {
  openDirectory: () => EMPTY,
  readText: () => undefined,
  readByte: () => undefined,
  readFractions: () => [],
};
