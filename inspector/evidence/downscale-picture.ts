import { copyCameraMetadata, findExifSegment, readHeaderBytes, readOrientation } from './camera-metadata.ts';
import type { Size } from './marks.ts';

/** At this size, a fine crack photographed from arm's length is still visible. */
const MAX_SIDE_PIXELS = 2_048;
const JPEG_QUALITY = 0.82;
/** An upright JPEG within MAX_SIDE_PIXELS and this file size is left unchanged. */
const MAX_UNCHANGED_BYTES = 700 * 1024;

/** Thrown if the browser cannot decode a picture: it is corrupt, or its format (such as HEIC) is unsupported. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError';
}

/** Returns an upright JPEG with the time and place of the original picture. Throws UnreadablePictureError. */
export const downscalePicture = async (original: Blob): Promise<Blob> => {
  const picture = await decodePicture(original);
  try {
    const size = limitSize(sizeOf(picture), MAX_SIDE_PIXELS);
    if (size.width === sizeOf(picture).width && (await canKeepOriginal(original))) return original;
    return await encodePicture(original, size, (context) => {
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, size.width, size.height);
    });
  } finally {
    if ('close' in picture) picture.close();
  }
};

/** Decodes a picture and turns it upright. Throws UnreadablePictureError. */
export const decodePicture = async (picture: Blob): Promise<ImageBitmap | HTMLImageElement> =>
  createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => decodeAsElement(picture));

/** In some browsers, image elements support more formats than createImageBitmap. */
const decodeAsElement = async (picture: Blob): Promise<HTMLImageElement> => {
  const url = URL.createObjectURL(picture);
  const element = new Image();
  element.src = url;
  try {
    await element.decode();
    if (element.naturalWidth === 0) throw new UnreadablePictureError();
    return element;
  } catch (cause) {
    throw new UnreadablePictureError('The browser cannot decode this picture', { cause });
  } finally {
    URL.revokeObjectURL(url);
  }
};

export const sizeOf = (picture: ImageBitmap | HTMLImageElement): Size =>
  'naturalWidth' in picture
    ? { width: picture.naturalWidth, height: picture.naturalHeight }
    : { width: picture.width, height: picture.height };

const limitSize = ({ width, height }: Size, maxSide: number): Size => {
  const factor = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
};

/** Encodes the output of `draw` as a JPEG with the original picture's EXIF block. */
export const encodePicture = async (
  original: Blob,
  { width, height }: Size,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob> => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency: without a white background, transparent pixels would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  draw(context);
  return copyCameraMetadata(
    original,
    await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY }),
  );
};

const canKeepOriginal = async (original: Blob): Promise<boolean> => {
  if (original.type !== 'image/jpeg' || original.size > MAX_UNCHANGED_BYTES) return false;
  const segment = findExifSegment(await readHeaderBytes(original));
  return !segment || readOrientation(segment) === 1;
};

export const toJpegName = (name: string): string => `${name.replace(/\.[^.]{1,5}$/, '') || 'picture'}.jpg`;
