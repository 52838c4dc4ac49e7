// The server reads from the EXIF block when and where a picture was taken
// (service/uploads/camera-metadata.ts). A canvas drops this block, so it is copied, without the values that
// apply only to the original pixels.

/**
 * How many bytes are searched for the EXIF block. It always precedes the pixels, and cameras write it first.
 */
const MAX_HEADER_BYTES = 256 * 1024;
const START = 0xffd8;
const APP1 = 0xffe1;
const START_OF_SCAN = 0xffda;
/** "Exif" and two zeros, followed by a TIFF. */
const PREFIX = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

export const copyCameraMetadata = async (original: Blob, reduced: Blob): Promise<Blob> => {
  const segment = findExifSegment(await readHead(original));
  if (!segment) return reduced;
  // The segment comes right after the two bytes that start a JPEG.
  return new Blob([reduced.slice(0, 2), resetOrientation(segment), reduced.slice(2)], { type: reduced.type });
};

export const readHead = async (picture: Blob) =>
  new Uint8Array(await picture.slice(0, MAX_HEADER_BYTES).arrayBuffer());

/** Finds the segment that contains a JPEG's EXIF block, including its marker and length. */
export const findExifSegment = (head: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined => {
  const view = createDataView(head);
  if (head.length < 4 || view.getUint16(0) !== START) return undefined;
  for (let offset = 2; offset + 4 <= head.length; ) {
    const marker = view.getUint16(offset);
    const end = offset + 2 + view.getUint16(offset + 2);
    const isSegment = marker > 0xff00 && marker !== START_OF_SCAN && end > offset + 3 && end <= head.length;
    if (!isSegment) return undefined;
    if (marker === APP1 && PREFIX.every((byte, index) => head[offset + 4 + index] === byte))
      return end >= offset + 18 ? head.slice(offset, end) : undefined;
    offset = end;
  }
  return undefined;
};

/** Returns the EXIF orientation: how to rotate the pixels so that they are upright. 1 means not at all. */
export const readOrientation = (segment: Uint8Array): number => {
  const tiff = readTiff(segment);
  return tiff?.orientationOffset === undefined
    ? 1
    : tiff.view.getUint16(tiff.orientationOffset, tiff.isLittleEndian);
};

/** Returns the segment for upright pixels, without the thumbnail, which is not upright. */
export const resetOrientation = (segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const upright = segment.slice();
  const tiff = readTiff(upright);
  if (!tiff) return upright;
  if (tiff.orientationOffset !== undefined)
    tiff.view.setUint16(tiff.orientationOffset, 1, tiff.isLittleEndian);
  if (tiff.nextDirectoryOffset !== undefined)
    tiff.view.setUint32(tiff.nextDirectoryOffset, 0, tiff.isLittleEndian);
  return upright;
};

/** Finds the offsets of the two values to change. Returns undefined if they lie outside the segment. */
const readTiff = (segment: Uint8Array) => {
  const view = createDataView(segment.subarray(10));
  const byteOrder = view.byteLength >= 8 ? view.getUint16(0) : 0;
  if (byteOrder !== 0x4949 && byteOrder !== 0x4d4d) return undefined;
  const isLittleEndian = byteOrder === 0x4949;
  const directory = view.getUint32(4, isLittleEndian);
  if (directory + 2 > view.byteLength) return undefined;
  const entries = view.getUint16(directory, isLittleEndian);
  const getEntryOffset = (index: number) => directory + 2 + index * ENTRY_BYTES;
  const isWithinSegment = (offset: number, bytes: number) => offset + bytes <= view.byteLength;
  const orientation = Array.from({ length: entries }, (_, index) => getEntryOffset(index)).find(
    (offset) =>
      isWithinSegment(offset, ENTRY_BYTES) &&
      view.getUint16(offset, isLittleEndian) === ORIENTATION &&
      view.getUint16(offset + 2, isLittleEndian) === SHORT,
  );
  return {
    view,
    isLittleEndian,
    orientationOffset: orientation === undefined ? undefined : orientation + 8,
    nextDirectoryOffset: isWithinSegment(getEntryOffset(entries), 4) ? getEntryOffset(entries) : undefined,
  };
};

const createDataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
