// When and where a picture was taken stands in its EXIF block, which a canvas forgets and the server reads
// (service/uploads/camera-facts.ts). So the block is carried over; only what was true of the old pixels is taken out of it.

/** The block has to be before the pixels; cameras write it first. */
const MOST_BYTES_BEFORE = 256 * 1024;
const START = 0xffd8;
const APP1 = 0xffe1;
const START_OF_SCAN = 0xffda;
/** "Exif", then two zeros; a TIFF follows. */
const PREFIX = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** A new JPEG with the camera's facts of the picture it was made of, if that has any. */
export const carryCameraFacts = async (from: Blob, to: Blob): Promise<Blob> => {
  const facts = findCameraFacts(await headOf(from));
  if (!facts) return to;
  // Right after the two bytes that start a JPEG.
  return new Blob([to.slice(0, 2), standUpright(facts), to.slice(2)], { type: to.type });
};

export const headOf = async (picture: Blob) =>
  new Uint8Array(await picture.slice(0, MOST_BYTES_BEFORE).arrayBuffer());

/** The whole segment with the EXIF block of a JPEG, its marker and length included. */
export const findCameraFacts = (head: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined => {
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

/** How the pixels have to be turned to be seen as the camera was held: 1 is not at all. */
export const orientationIn = (segment: Uint8Array): number => {
  const tiff = readTiff(segment);
  return tiff?.orientationAt === undefined ? 1 : tiff.view.getUint16(tiff.orientationAt, tiff.isLittle);
};

/** The same facts about pixels that stand upright; and without the small picture, which still lies on its side. */
export const standUpright = (segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const upright = segment.slice();
  const tiff = readTiff(upright);
  if (!tiff) return upright;
  if (tiff.orientationAt !== undefined) tiff.view.setUint16(tiff.orientationAt, 1, tiff.isLittle);
  if (tiff.nextAt !== undefined) tiff.view.setUint32(tiff.nextAt, 0, tiff.isLittle);
  return upright;
};

/** Where in a segment the two things stand that are changed; what lies outside of it is not there. */
const readTiff = (segment: Uint8Array) => {
  const view = viewOf(segment.subarray(10));
  const order = view.byteLength >= 8 ? view.getUint16(0) : 0;
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittle = order === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return undefined;
  const entries = view.getUint16(directory, isLittle);
  const entryAt = (index: number) => directory + 2 + index * ENTRY_BYTES;
  const isThere = (at: number, bytes: number) => at + bytes <= view.byteLength;
  const orientation = Array.from({ length: entries }, (_, index) => entryAt(index)).find(
    (at) =>
      isThere(at, ENTRY_BYTES) &&
      view.getUint16(at, isLittle) === ORIENTATION &&
      view.getUint16(at + 2, isLittle) === SHORT,
  );
  return {
    view,
    isLittle,
    orientationAt: orientation === undefined ? undefined : orientation + 8,
    nextAt: isThere(entryAt(entries), 4) ? entryAt(entries) : undefined,
  };
};

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
