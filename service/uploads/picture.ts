import type { Metadata, OutputInfo, Sharp } from 'sharp';
import { uploadLimits } from '#contract/upload-limits.ts';
import { LocalizableError, msg } from '#i18n/message.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { type CameraMetadata, readCameraMetadata } from './camera-metadata.ts';
import { sharp } from './configured-sharp.ts';
import { removeMetadata } from './remove-metadata.ts';

/** A stored picture is upright, within the maximum edge length and free of embedded metadata (S38, S40). */
export type Picture = CameraMetadata & {
  content: Buffer;
  mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  thumbnail: Buffer;
};

export class InvalidPictureError extends LocalizableError {}

/** Ignores warnings, which are common for phone pictures. */
const READ_OPTIONS = { failOn: 'error', limitInputPixels: uploadLimits.pixels } as const;
const MAX_SECONDS = 60;
/** Optimised Huffman coding would save a tenth of the bytes but double the memory. */
const JPEG_OPTIONS = { quality: 82, optimiseCoding: false };
const THUMBNAIL_OPTIONS = { quality: 75 };
/**
 * Lossless and transparent pictures are stored as PNG if that at most doubles the size of the picture sent, or takes at
 * most `min` bytes. A transparent 5 MB WebP photo would take up 53 MB as PNG.
 */
const MAX_PNG_BYTES = { min: 4 * 1024 * 1024, max: uploadLimits.bytes.photo };
/** More effort would save 2 % of the bytes but take twice as long. */
const WEBP_OPTIONS = { quality: 82, alphaQuality: 82, effort: 2 };
const WHITE = { r: 255, g: 255, b: 255 };

/** A 12-megapixel photo takes 0.25 s on one core and 60 MB of memory. */
export const reencodePicture = async (
  sentPicture: Buffer,
  { encodeAsPng }: { encodeAsPng: boolean },
): Promise<Picture> => {
  const original = await rejectUnreadable(() => runInSlices(removeMetadata(sentPicture)));
  // Reads only the header, so no pixel limit is needed.
  const metadata = await rejectUnreadable(() =>
    sharp(original, { ...READ_OPTIONS, limitInputPixels: false }).metadata(),
  );
  checkDimensions(metadata);
  const uprightPicture = sharp(original, READ_OPTIONS).timeout({ seconds: MAX_SECONDS }).autoOrient();
  const shouldTryPng =
    encodeAsPng || metadata.format === 'png' || (metadata.format !== 'jpeg' && metadata.hasAlpha);
  const resizedPicture = resizeWithin(uploadLimits.storedEdge, uprightPicture);
  const storedPicture = await rejectUnreadable(() =>
    shouldTryPng
      ? encodePngOrWebp(resizedPicture, sentPicture.length)
      : encode(resizedPicture.jpeg(JPEG_OPTIONS)),
  );
  const thumbnail = await rejectUnreadable(() =>
    resizeWithin(uploadLimits.thumbnailEdge, sharp(storedPicture.data))
      .flatten({ background: WHITE })
      .jpeg(THUMBNAIL_OPTIONS)
      .toBuffer(),
  );
  return {
    content: storedPicture.data,
    mediaType: MEDIA_TYPES[storedPicture.info.format as keyof typeof MEDIA_TYPES],
    width: storedPicture.info.width,
    height: storedPicture.info.height,
    thumbnail,
    ...readCameraMetadata(metadata.exif),
  };
};

const MEDIA_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

const encodePngOrWebp = async (picture: Sharp, originalBytes: number): Promise<EncodedPicture> => {
  const png = await encode(picture.clone().png());
  const { min, max } = MAX_PNG_BYTES;
  return png.data.length <= Math.min(max, Math.max(min, 2 * originalBytes))
    ? png
    : encode(picture.webp(WEBP_OPTIONS));
};

const checkDimensions = ({ width, height, format }: Metadata) => {
  const maxPixels = format === 'heif' ? uploadLimits.avifPixels : uploadLimits.pixels;
  if (width * height > maxPixels)
    throw new InvalidPictureError(msg`The image has ${width} x ${height} pixels, more than ${maxPixels}.`);
  if (Math.max(width, height) > uploadLimits.maxUploadedEdge) {
    throw new InvalidPictureError(
      msg`The image has ${width} x ${height} pixels; each side can have at most ${uploadLimits.maxUploadedEdge}.`,
    );
  }
};

const resizeWithin = (edge: number, picture: Sharp): Sharp =>
  picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

type EncodedPicture = { data: Buffer; info: OutputInfo };

const encode = (picture: Sharp): Promise<EncodedPicture> => picture.toBuffer({ resolveWithObject: true });

const rejectUnreadable = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch {
    throw new InvalidPictureError(msg`The image is damaged or in a format that is not supported.`);
  }
};
