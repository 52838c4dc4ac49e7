// The server reads a picture's time and place from its EXIF block (service/uploads/camera-metadata.ts). JPEGs created
// by a canvas have none, so the block is copied, minus the values that only apply to the original pixels.

/** The EXIF block fits within this limit: cameras write it first, ahead of the pixels. */
const MAX_HEADER_BYTES = 256 * 1024;
const START_OF_IMAGE = 0xffd8;
const APP1 = 0xffe1;
const START_OF_SCAN = 0xffda;
/** "Exif" and two zero bytes: the header before the TIFF data in an EXIF segment. */
const EXIF_PREFIX = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ORIENTATION_TAG = 0x0112;
const SHORT_TYPE = 3;
const ENTRY_BYTES = 12;

export const copyCameraMetadata = async (original: Blob, newPicture: Blob): Promise<Blob> => {
  const segment = findExifSegment(await readHeaderBytes(original));
  if (!segment) return newPicture;
  // The segment goes right after the JPEG's two-byte start marker.
  return new Blob([newPicture.slice(0, 2), resetOrientation(segment), newPicture.slice(2)], {
    type: newPicture.type,
  });
};

export const readHeaderBytes = async (picture: Blob) =>
  new Uint8Array(await picture.slice(0, MAX_HEADER_BYTES).arrayBuffer());

/** The returned segment includes its marker and length. */
export const findExifSegment = (header: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined => {
  const view = createDataView(header);
  if (header.length < 4 || view.getUint16(0) !== START_OF_IMAGE) return undefined;
  for (let offset = 2; offset + 4 <= header.length; ) {
    const marker = view.getUint16(offset);
    const end = offset + 2 + view.getUint16(offset + 2);
    const isSegment = marker > 0xff00 && marker !== START_OF_SCAN && end > offset + 3 && end <= header.length;
    if (!isSegment) return undefined;
    if (marker === APP1 && EXIF_PREFIX.every((byte, index) => header[offset + 4 + index] === byte))
      return end >= offset + 18 ? header.slice(offset, end) : undefined;
    offset = end;
  }
  return undefined;
};

/** Returns the EXIF orientation, which says how to rotate the pixels. 1 is upright. */
export const readOrientation = (segment: Uint8Array): number => {
  const tiff = readTiff(segment);
  return tiff?.orientationOffset === undefined
    ? 1
    : tiff.view.getUint16(tiff.orientationOffset, tiff.isLittleEndian);
};

/** Returns a copy of the segment for upright pixels, without the reference to the thumbnail, which is not upright. */
export const resetOrientation = (segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const copy = segment.slice();
  const tiff = readTiff(copy);
  if (!tiff) return copy;
  if (tiff.orientationOffset !== undefined)
    tiff.view.setUint16(tiff.orientationOffset, 1, tiff.isLittleEndian);
  if (tiff.nextDirectoryOffset !== undefined)
    tiff.view.setUint32(tiff.nextDirectoryOffset, 0, tiff.isLittleEndian);
  return copy;
};

/** Finds the offsets of the values that `resetOrientation` changes. Offsets of missing values are undefined. */
const readTiff = (segment: Uint8Array) => {
  const view = createDataView(segment.subarray(10));
  const byteOrder = view.byteLength >= 8 ? view.getUint16(0) : 0;
  if (byteOrder !== 0x4949 && byteOrder !== 0x4d4d) return undefined;
  const isLittleEndian = byteOrder === 0x4949;
  const directoryOffset = view.getUint32(4, isLittleEndian);
  if (directoryOffset + 2 > view.byteLength) return undefined;
  const entryCount = view.getUint16(directoryOffset, isLittleEndian);
  const getEntryOffset = (index: number) => directoryOffset + 2 + index * ENTRY_BYTES;
  const entriesEnd = getEntryOffset(entryCount);
  const isWithinSegment = (offset: number, bytes: number) => offset + bytes <= view.byteLength;
  const orientationEntryOffset = Array.from({ length: entryCount }, (_, index) => getEntryOffset(index)).find(
    (offset) =>
      isWithinSegment(offset, ENTRY_BYTES) &&
      view.getUint16(offset, isLittleEndian) === ORIENTATION_TAG &&
      view.getUint16(offset + 2, isLittleEndian) === SHORT_TYPE,
  );
  return {
    view,
    isLittleEndian,
    orientationOffset: orientationEntryOffset === undefined ? undefined : orientationEntryOffset + 8,
    nextDirectoryOffset: isWithinSegment(entriesEnd, 4) ? entriesEnd : undefined,
  };
};

const createDataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
