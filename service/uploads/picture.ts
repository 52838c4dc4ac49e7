import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { uploadLimits } from '#contract/upload-limits.ts';
import { inEnglish, type Sentence, sentence } from '#i18n/sentence.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { type CameraMetadata, readCameraMetadata } from './camera-metadata.ts';
import { removeMetadata } from './remove-metadata.ts';

/** A stored picture: upright, no larger than the maximum edge length, and without metadata (S38, S40). */
export type Picture = CameraMetadata & {
  content: Buffer;
  mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  thumbnail: Buffer;
};

export class InvalidPictureError extends Error {
  readonly sentence: Sentence;

  constructor(reason: Sentence) {
    super(inEnglish(reason));
    this.sentence = reason;
  }
}

// One thread per picture, because a queue limits how many are decoded at the same time. Caching would not help.
sharp.concurrency(1);
sharp.cache(false);
// libvips reads about thirty formats, each a risk. Only those that cameras and drawing apps write are
// allowed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/** Ignores warnings, which are common in pictures from phones. */
const READ_OPTIONS = { failOn: 'error', limitInputPixels: uploadLimits.pixels } as const;
const MAX_SECONDS = 60;
/** Optimised coding would save a tenth of the bytes but need twice the memory. */
const JPEG = { quality: 82, optimiseCoding: false };
const THUMBNAIL_JPEG = { quality: 75 };
/**
 * Lossless and transparent pictures are stored as PNG if this takes at most twice the bytes that were sent, or at most
 * `min` bytes, as is the case for drawings and signatures. A transparent 5 MB photo in WebP would take 53 MB, so it is
 * stored as WebP again. More effort would save a fiftieth of the bytes and take twice as long.
 */
const MAX_PNG_BYTES = { min: 4 * 1024 * 1024, max: uploadLimits.bytes.photo };
const WEBP = { quality: 82, alphaQuality: 82, effort: 2 };
const WHITE = { r: 255, g: 255, b: 255 };

/** Decodes a picture and encodes it again. A 12-megapixel photo takes 0.25 s on one core and 60 MB. */
export const reencodePicture = async (sent: Buffer, { asPng }: { asPng: boolean }): Promise<Picture> => {
  const original = await rejectUnreadable(() => runInSlices(removeMetadata(sent)));
  // Only reads the header, so the number of pixels does not matter.
  const metadata = await rejectUnreadable(() =>
    sharp(original, { ...READ_OPTIONS, limitInputPixels: false }).metadata(),
  );
  checkPixels(metadata);
  const upright = sharp(original, READ_OPTIONS).timeout({ seconds: MAX_SECONDS }).autoOrient();
  const isExact = asPng || metadata.format === 'png' || (metadata.format !== 'jpeg' && metadata.hasAlpha);
  const resized = resizeWithin(uploadLimits.storedEdge, upright);
  const stored = await rejectUnreadable(() =>
    isExact ? encodeLossless(resized, sent.length) : encode(resized.jpeg(JPEG)),
  );
  const thumbnail = await rejectUnreadable(() =>
    resizeWithin(uploadLimits.thumbnailEdge, sharp(stored.data))
      .flatten({ background: WHITE })
      .jpeg(THUMBNAIL_JPEG)
      .toBuffer(),
  );
  return {
    content: stored.data,
    mediaType: MEDIA_TYPES[stored.info.format as keyof typeof MEDIA_TYPES],
    width: stored.info.width,
    height: stored.info.height,
    thumbnail,
    ...readCameraMetadata(metadata.exif),
  };
};

const MEDIA_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

const encodeLossless = async (picture: Sharp, originalBytes: number): Promise<Encoded> => {
  const png = await encode(picture.clone().png());
  const { min, max } = MAX_PNG_BYTES;
  return png.data.length <= Math.min(max, Math.max(min, 2 * originalBytes))
    ? png
    : encode(picture.webp(WEBP));
};

const checkPixels = ({ width, height, format }: Metadata) => {
  const maxPixels = format === 'heif' ? uploadLimits.avifPixels : uploadLimits.pixels;
  if (width * height > maxPixels)
    throw new InvalidPictureError(
      sentence`The image has ${width} x ${height} pixels, more than ${maxPixels}.`,
    );
  if (Math.max(width, height) > uploadLimits.maxUploadedEdge) {
    throw new InvalidPictureError(
      sentence`The image has ${width} x ${height} pixels; each side can have at most ${uploadLimits.maxUploadedEdge}.`,
    );
  }
};

const resizeWithin = (edge: number, picture: Sharp): Sharp =>
  picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

type Encoded = { data: Buffer; info: OutputInfo };

const encode = (picture: Sharp): Promise<Encoded> => picture.toBuffer({ resolveWithObject: true });

const rejectUnreadable = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch {
    throw new InvalidPictureError(sentence`The image is damaged or in a format that is not supported.`);
  }
};
