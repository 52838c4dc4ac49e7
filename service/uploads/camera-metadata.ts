import ExifReader from 'exifreader';
import type { UploadPosition } from '#contract/upload.ts';

/** The metadata of a picture that the service stores. */
export type CameraMetadata = { takenAt: string | undefined; position: UploadPosition | undefined };

/** Only these tags are read, because others can contain any number of lists. */
const TAGS = [
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
/** The largest EXIF block of a JPEG. Reading a hostile block of this size takes 0.1 s. */
const MAX_BYTES = 64 * 1024;
/** The prefix of the TIFF block in a JPEG; a PNG has none. */
const EXIF_PREFIX = Buffer.from('Exif\0\0');

/** Reads the EXIF block of a picture. A broken or hostile block is ignored. */
export const readCameraMetadata = (exif: Buffer | undefined): CameraMetadata => {
  if (!exif || exif.length > MAX_BYTES) return { takenAt: undefined, position: undefined };
  try {
    const hasPrefix = exif.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX);
    const tags = ExifReader.load(hasPrefix ? exif.subarray(EXIF_PREFIX.length) : exif, {
      expanded: true,
      includeTags: { exif: TAGS, gps: true },
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
  // Rejects the zeros of a camera with an unset clock, and dates that Date.parse would change, such as 30 February.
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(local)) return undefined;
  return OFFSET.test(String(offset)) ? `${local}${offset}` : local;
};

type GpsTags = { Latitude?: number; Longitude?: number; Altitude?: number };

const readPosition = (
  { Latitude: latitude, Longitude: longitude, Altitude: altitude }: GpsTags,
  error: unknown,
): UploadPosition | undefined => {
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return undefined;
  // A camera without a GPS fix writes zeros.
  if (latitude === 0 && longitude === 0) return undefined;
  const accuracy = Array.isArray(error) ? error[0] / error[1] : undefined;
  return {
    latitude: rounded(latitude, 7),
    longitude: rounded(longitude, 7),
    ...(isWithin(accuracy, 1_000_000) && accuracy > 0 && { accuracy: rounded(accuracy, 2) }),
    ...(isWithin(altitude, 100_000) && { altitude: rounded(altitude, 2) }),
  };
};

const isWithin = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= max;

/** A ten-millionth of a degree is about a centimetre. */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
