import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { uploadLimits } from '#contract/upload-limits.ts';
import { inEnglish, type Sentence, sentence } from '#sentences/sentence.ts';
import { type CameraFacts, readCameraFacts } from './camera-facts.ts';

/** A picture as it is kept: upright, within the largest edge, and without anything but its pixels (S38, S40). */
export type Picture = CameraFacts & {
  content: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  thumbnail: Buffer;
};

/** The picture cannot be kept; the message says why, as the end of a sentence that begins with "The picture". */
export class PictureUnfit extends Error {
  readonly sentence: Sentence;

  constructor(why: Sentence) {
    super(inEnglish(why));
    this.sentence = why;
  }
}

// One thread for each picture: how many are at work is decided where their turn is given. Nothing is worth remembering.
sharp.concurrency(1);
sharp.cache(false);
// libvips reads some thirty formats, each a risk. Here it reads those that cameras and drawing surfaces make.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/** Warnings are common in pictures of phones, and harmless. The last resort is a time, in seconds. */
const READING = { failOn: 'error', limitInputPixels: uploadLimits.pixels } as const;
const MOST_SECONDS = 60;
/** The best coding holds the whole picture once more: it saves a tenth of the bytes for twice the memory. */
const JPEG = { quality: 82, optimiseCoding: false };
const THUMBNAIL_JPEG = { quality: 75 };
/**
 * What must lose nothing, or is transparent, is a PNG while that takes no more than twice what was sent, or these bytes:
 * drawings and signatures do. A transparent photo sent as WebP of 5 MB would take 53, and becomes such a WebP instead.
 * More effort saves a fiftieth of the bytes for twice the time.
 */
const MOST_BYTES_OF_PNG = { least: 4 * 1024 * 1024, most: uploadLimits.bytes.photo };
const WEBP = { quality: 82, alphaQuality: 82, effort: 2 };
const WHITE = { r: 255, g: 255, b: 255 };

/** Decodes a picture and writes it anew. A photo of 12 million pixels takes 0.25 s of one core and 60 MB. */
export const reencodePicture = async (given: Buffer, { asPng }: { asPng: boolean }): Promise<Picture> => {
  // Reads the head only, whatever number of pixels that promises.
  const about = await readable(() => sharp(given, { ...READING, limitInputPixels: false }).metadata());
  mustHaveFewPixels(about);
  const upright = sharp(given, READING).timeout({ seconds: MOST_SECONDS }).autoOrient();
  const isExact = asPng || about.format === 'png' || (about.format !== 'jpeg' && about.hasAlpha);
  const sized = within(uploadLimits.edge, upright);
  const kept = await readable(() =>
    isExact ? writtenExactly(sized, given.length) : written(sized.jpeg(JPEG)),
  );
  const thumbnail = await readable(() =>
    within(uploadLimits.thumbnailEdge, sharp(kept.data))
      .flatten({ background: WHITE })
      .jpeg(THUMBNAIL_JPEG)
      .toBuffer(),
  );
  return {
    content: kept.data,
    contentType: CONTENT_TYPES[kept.info.format as keyof typeof CONTENT_TYPES],
    width: kept.info.width,
    height: kept.info.height,
    thumbnail,
    ...readCameraFacts(about.exif),
  };
};

const CONTENT_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

const writtenExactly = async (picture: Sharp, given: number): Promise<Written> => {
  const png = await written(picture.clone().png());
  const { least, most } = MOST_BYTES_OF_PNG;
  return png.data.length <= Math.min(most, Math.max(least, 2 * given)) ? png : written(picture.webp(WEBP));
};

const mustHaveFewPixels = ({ width, height, format }: Metadata) => {
  const most = format === 'heif' ? uploadLimits.pixelsOfHeif : uploadLimits.pixels;
  if (width * height <= most) return;
  throw new PictureUnfit(sentence`has ${width} x ${height} pixels, more than ${most}`);
};

const within = (edge: number, picture: Sharp): Sharp =>
  picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

type Written = { data: Buffer; info: OutputInfo };

const written = (picture: Sharp): Promise<Written> => picture.toBuffer({ resolveWithObject: true });

const readable = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch {
    throw new PictureUnfit(sentence`is damaged, or of a kind that cannot be read here`);
  }
};
