// The server reads from the EXIF block when and where a picture was taken (service/uploads/camera-metadata.ts). A
// canvas drops the block, so it is copied, without values that only apply to the original pixels.

/** The block must precede the pixels; cameras write it first. */
const MAX_HEADER_BYTES = 256 * 1024;
const START = 0xffd8;
const APP1 = 0xffe1;
const START_OF_SCAN = 0xffda;
/** "Exif" and two zeros; a TIFF follows. */
const PREFIX = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Adds the EXIF block of the original, if it has one, to a reduced JPEG. */
export const copyCameraMetadata = async (original: Blob, reduced: Blob): Promise<Blob> => {
  const segment = findExifSegment(await readHead(original));
  if (!segment) return reduced;
  // The segment follows the two bytes that start a JPEG.
  return new Blob([reduced.slice(0, 2), resetOrientation(segment), reduced.slice(2)], { type: reduced.type });
};

export const readHead = async (picture: Blob) =>
  new Uint8Array(await picture.slice(0, MAX_HEADER_BYTES).arrayBuffer());

/** Finds the segment with the EXIF block of a JPEG, including its marker and length. */
export const findExifSegment = (head: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined => {
  const view = viewOf(head);
  if (head.length < 4 || view.getUint16(0) !== START) return undefined;
  for (let at = 2; at + 4 <= head.length; ) {
    const marker = view.getUint16(at);
    const end = at + 2 + view.getUint16(at + 2);
    const isSegment = marker > 0xff00 && marker !== START_OF_SCAN && end > at + 3 && end <= head.length;
    if (!isSegment) return undefined;
    if (marker === APP1 && PREFIX.every((byte, index) => head[at + 4 + index] === byte))
      return end >= at + 18 ? head.slice(at, end) : undefined;
    at = end;
  }
  return undefined;
};

/** Returns the EXIF orientation: how the pixels must be rotated to be upright. 1: not at all. */
export const orientationIn = (segment: Uint8Array): number => {
  const tiff = readTiff(segment);
  return tiff?.orientationAt === undefined ? 1 : tiff.view.getUint16(tiff.orientationAt, tiff.isLittle);
};

/** Returns the segment for upright pixels, without the thumbnail, which is not upright. */
export const resetOrientation = (segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const upright = segment.slice();
  const tiff = readTiff(upright);
  if (!tiff) return upright;
  if (tiff.orientationAt !== undefined) tiff.view.setUint16(tiff.orientationAt, 1, tiff.isLittle);
  if (tiff.nextAt !== undefined) tiff.view.setUint32(tiff.nextAt, 0, tiff.isLittle);
  return upright;
};

/** Finds the offsets of the two values to change; undefined if they are outside the segment. */
const readTiff = (segment: Uint8Array) => {
  const view = viewOf(segment.subarray(10));
  const order = view.byteLength >= 8 ? view.getUint16(0) : 0;
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittle = order === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return undefined;
  const entries = view.getUint16(directory, isLittle);
  const entryAt = (index: number) => directory + 2 + index * ENTRY_BYTES;
  const isWithinSegment = (at: number, bytes: number) => at + bytes <= view.byteLength;
  const orientation = Array.from({ length: entries }, (_, index) => entryAt(index)).find(
    (at) =>
      isWithinSegment(at, ENTRY_BYTES) &&
      view.getUint16(at, isLittle) === ORIENTATION &&
      view.getUint16(at + 2, isLittle) === SHORT,
  );
  return {
    view,
    isLittle,
    orientationAt: orientation === undefined ? undefined : orientation + 8,
    nextAt: isWithinSegment(entryAt(entries), 4) ? entryAt(entries) : undefined,
  };
};

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
