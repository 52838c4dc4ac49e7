import { carryCameraFacts, findCameraFacts, headOf, orientationIn } from './camera-facts.ts';

/** Longer side, in pixels: the finest crack that a camera saw at arm's length is still there. */
const MOST_PIXELS = 2_048;
const QUALITY = 0.82;
/** A JPEG no larger than this, and upright, is left as it is. */
const SMALL_BYTES = 700 * 1024;

export type Size = { width: number; height: number };

/** What the browser cannot show: no picture, a broken one, or of a kind (HEIC) that it does not know. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/**
 * A JPEG of what a camera or gallery gave: upright, of at most 2,048 pixels, knowing when and where it was taken. Decoding
 * and encoding happen beside the main thread, where a browser has OffscreenCanvas. Throws UnreadablePicture.
 */
export const reducePicture = async (original: Blob): Promise<Blob> => {
  const picture = await decodePicture(original);
  try {
    const size = sizeWithin(sizeOf(picture), MOST_PIXELS);
    if (size.width === sizeOf(picture).width && (await isGoodAsItIs(original))) return original;
    return await encodePicture(original, size, (context) => {
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, size.width, size.height);
    });
  } finally {
    if ('close' in picture) picture.close();
  }
};

/** The picture as it is to be seen. Throws UnreadablePicture. */
export const decodePicture = async (picture: Blob): Promise<ImageBitmap | HTMLImageElement> =>
  createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => decodeAsElement(picture));

/** Some browsers show in pages what they do not decode for programs. */
const decodeAsElement = async (picture: Blob): Promise<HTMLImageElement> => {
  const address = URL.createObjectURL(picture);
  const element = new Image();
  element.src = address;
  try {
    await element.decode();
    if (element.naturalWidth === 0) throw new UnreadablePicture();
    return element;
  } catch (cause) {
    throw new UnreadablePicture('The browser cannot show this picture', { cause });
  } finally {
    URL.revokeObjectURL(address);
  }
};

export const sizeOf = (picture: ImageBitmap | HTMLImageElement): Size =>
  'naturalWidth' in picture
    ? { width: picture.naturalWidth, height: picture.naturalHeight }
    : { width: picture.width, height: picture.height };

/** The same proportions, with the longer side no longer than that. */
const sizeWithin = ({ width, height }: Size, most: number): Size => {
  const factor = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
};

/** What is drawn, as a JPEG with the camera's facts of the original. */
export const encodePicture = async (
  original: Blob,
  { width, height }: Size,
  draw: (context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob> => {
  const canvas = makeCanvas(width, height);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  // A JPEG knows no transparency: what shines through would be black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  draw(context);
  return carryCameraFacts(original, await encodeCanvas(canvas));
};

const makeCanvas = (width: number, height: number): OffscreenCanvas | HTMLCanvasElement =>
  'OffscreenCanvas' in globalThis
    ? new OffscreenCanvas(width, height)
    : Object.assign(document.createElement('canvas'), { width, height });

const encodeCanvas = (canvas: OffscreenCanvas | HTMLCanvasElement): Promise<Blob> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    : new Promise((resolve, reject) => {
        const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new UnreadablePicture()));
        canvas.toBlob(take, 'image/jpeg', QUALITY);
      });

const isGoodAsItIs = async (original: Blob): Promise<boolean> => {
  if (original.type !== 'image/jpeg' || original.size > SMALL_BYTES) return false;
  const facts = findCameraFacts(await headOf(original));
  return !facts || orientationIn(facts) === 1;
};

/** The name of a picture that became a JPEG. */
export const nameAsJpeg = (name: string): string => `${name.replace(/\.[^.]{1,5}$/, '') || 'picture'}.jpg`;
