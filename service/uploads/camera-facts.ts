import ExifReader from 'exifreader';
import type { UploadPosition } from '#contract/upload.ts';

/** What a camera wrote into a picture and the service keeps. */
export type CameraFacts = { takenAt: string | undefined; position: UploadPosition | undefined };

/** What else is in there may be as many lists as somebody likes; only these are read. */
const READ = [
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSAltitude',
  'GPSAltitudeRef',
  'GPSHPositioningError',
];
/** The most that a JPEG can hold. When it is made to hurt, reading this much takes 0.1 s. */
const MOST_BYTES = 64 * 1024;
/** The block is a TIFF, before which a JPEG has this; a PNG has not. */
const EXIF_PREFIX = Buffer.from('Exif\0\0');

/** Reads the EXIF block of a picture. One that is broken, or made to hurt, is as good as none. */
export const readCameraFacts = (exif: Buffer | undefined): CameraFacts => {
  if (!exif || exif.length > MOST_BYTES) return { takenAt: undefined, position: undefined };
  try {
    const hasPrefix = exif.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX);
    const tags = ExifReader.load(hasPrefix ? exif.subarray(EXIF_PREFIX.length) : exif, {
      expanded: true,
      includeTags: { exif: READ, gps: true },
    });
    return {
      takenAt: readTakenAt(
        tags.exif?.DateTimeOriginal?.description,
        tags.exif?.OffsetTimeOriginal?.description,
      ),
      position: readPosition(tags.gps ?? {}, tags.exif?.GPSHPositioningError?.value),
    };
  } catch {
    return { takenAt: undefined, position: undefined };
  }
};

const DATE_TIME = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/;
const OFFSET = /^[+-](0\d|1[0-4]):[0-5]\d$/;

const readTakenAt = (dateTime: unknown, offset: unknown): string | undefined => {
  const [, year, month, day, time] = DATE_TIME.exec(String(dateTime)) ?? [];
  const local = `${year}-${month}-${day}T${time}`;
  const instant = Date.parse(`${local}Z`);
  // A camera whose clock was never set writes zeros; the 30th of February comes back as another day.
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(local)) return undefined;
  return OFFSET.test(String(offset)) ? `${local}${offset}` : local;
};

type GpsTags = { Latitude?: number; Longitude?: number; Altitude?: number };

const readPosition = (
  { Latitude: latitude, Longitude: longitude, Altitude: altitude }: GpsTags,
  error: unknown,
): UploadPosition | undefined => {
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return undefined;
  // A camera without reception writes zeros.
  if (latitude === 0 && longitude === 0) return undefined;
  const accuracy = Array.isArray(error) ? error[0] / error[1] : undefined;
  return {
    latitude: rounded(latitude, 7),
    longitude: rounded(longitude, 7),
    ...(isWithin(accuracy, 1_000_000) && accuracy > 0 && { accuracy: rounded(accuracy, 2) }),
    ...(isWithin(altitude, 100_000) && { altitude: rounded(altitude, 2) }),
  };
};

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;

/** A ten-millionth of a degree is a centimetre. */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
