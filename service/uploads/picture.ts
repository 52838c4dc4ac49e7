import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { uploadLimits } from '#contract/upload-limits.ts';
import { inEnglish, type Sentence, sentence } from '#i18n/sentence.ts';
import { type CameraMetadata, readCameraMetadata } from './camera-metadata.ts';

/** A picture as it is stored: upright, within the largest edge, and with only its pixels (S38, S40). */
export type Picture = CameraMetadata & {
  content: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  thumbnail: Buffer;
};

/** The picture cannot be stored. */
export class InvalidPicture extends Error {
  readonly sentence: Sentence;

  constructor(reason: Sentence) {
    super(inEnglish(reason));
    this.sentence = reason;
  }
}

// One thread for each picture: a queue limits how many are decoded at the same time. Caching would not help.
sharp.concurrency(1);
sharp.cache(false);
// libvips reads about thirty formats, each a risk. Only those of cameras and drawing surfaces are allowed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/** Harmless warnings are common in pictures of phones. As a last resort, decoding has a time limit in seconds. */
const READING = { failOn: 'error', limitInputPixels: uploadLimits.pixels } as const;
const MAX_SECONDS = 60;
/** Optimised coding needs the whole picture in memory again: a tenth fewer bytes for twice the memory. */
const JPEG = { quality: 82, optimiseCoding: false };
const THUMBNAIL_JPEG = { quality: 75 };
/**
 * Lossless and transparent pictures become PNG if it has at most twice the bytes that were sent, or `min` bytes: drawings
 * and signatures do. A transparent photo sent as WebP of 5 MB would have 53 MB, so it becomes WebP again. More effort saves a
 * fiftieth of the bytes for twice the time.
 */
const MAX_BYTES_OF_PNG = { min: 4 * 1024 * 1024, max: uploadLimits.bytes.photo };
const WEBP = { quality: 82, alphaQuality: 82, effort: 2 };
const WHITE = { r: 255, g: 255, b: 255 };

/** Decodes a picture and encodes it again. A photo of 12 million pixels takes 0.25 s of one core and 60 MB. */
export const reencodePicture = async (given: Buffer, { asPng }: { asPng: boolean }): Promise<Picture> => {
  // Reads only the header, whatever number of pixels it claims.
  const about = await readable(() => sharp(given, { ...READING, limitInputPixels: false }).metadata());
  checkPixels(about);
  const upright = sharp(given, READING).timeout({ seconds: MAX_SECONDS }).autoOrient();
  const isExact = asPng || about.format === 'png' || (about.format !== 'jpeg' && about.hasAlpha);
  const sized = within(uploadLimits.edge, upright);
  const stored = await readable(() =>
    isExact ? writtenExactly(sized, given.length) : written(sized.jpeg(JPEG)),
  );
  const thumbnail = await readable(() =>
    within(uploadLimits.thumbnailEdge, sharp(stored.data))
      .flatten({ background: WHITE })
      .jpeg(THUMBNAIL_JPEG)
      .toBuffer(),
  );
  return {
    content: stored.data,
    contentType: CONTENT_TYPES[stored.info.format as keyof typeof CONTENT_TYPES],
    width: stored.info.width,
    height: stored.info.height,
    thumbnail,
    ...readCameraMetadata(about.exif),
  };
};

const CONTENT_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

const writtenExactly = async (picture: Sharp, given: number): Promise<Written> => {
  const png = await written(picture.clone().png());
  const { min, max } = MAX_BYTES_OF_PNG;
  return png.data.length <= Math.min(max, Math.max(min, 2 * given)) ? png : written(picture.webp(WEBP));
};

const checkPixels = ({ width, height, format }: Metadata) => {
  const maxPixels = format === 'heif' ? uploadLimits.heifPixels : uploadLimits.pixels;
  if (width * height <= maxPixels) return;
  throw new InvalidPicture(sentence`The image has ${width} x ${height} pixels, more than ${maxPixels}.`);
};

const within = (edge: number, picture: Sharp): Sharp =>
  picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

type Written = { data: Buffer; info: OutputInfo };

const written = (picture: Sharp): Promise<Written> => picture.toBuffer({ resolveWithObject: true });

const readable = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch {
    throw new InvalidPicture(sentence`The image is damaged or in a format that is not supported.`);
  }
};
