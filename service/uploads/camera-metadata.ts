import type { UploadPosition } from '#contract/upload.ts';
import { type ExifDirectory, openExif } from './read-exif.ts';

export type CameraMetadata = { takenAt: string | undefined; position: UploadPosition | undefined };

const EXIF = { directory: 0x8769, dateTimeOriginal: 0x9003, offsetTimeOriginal: 0x9011 } as const;
const GPS = {
  directory: 0x8825,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
  horizontalError: 31,
} as const;
/** The largest possible EXIF block in a JPEG. A hostile block of this size takes 2 ms to read. */
const MAX_BYTES = 64 * 1024;

/** Ignores broken and hostile blocks. */
export const readCameraMetadata = (exif: Buffer | undefined): CameraMetadata => {
  if (!exif || exif.length > MAX_BYTES) return { takenAt: undefined, position: undefined };
  try {
    const root = openExif(exif);
    return {
      takenAt: readTakenAt(root.openDirectory(EXIF.directory)),
      position: readPosition(root.openDirectory(GPS.directory)),
    };
  } catch {
    return { takenAt: undefined, position: undefined };
  }
};

const DATE_TIME_PATTERN = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/;
const OFFSET_PATTERN = /^[+-](0\d|1[0-4]):[0-5]\d$/;

const readTakenAt = (directory: ExifDirectory): string | undefined => {
  const dateTime = directory.readText(EXIF.dateTimeOriginal)?.trimEnd() ?? '';
  const [, year, month, day, time] = DATE_TIME_PATTERN.exec(dateTime) ?? [];
  const local = `${year}-${month}-${day}T${time}`;
  const instant = Date.parse(`${local}Z`);
  // Rejects zeros from a camera with an unset clock, and dates normalised by Date.parse, such as 30 February.
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(local)) return undefined;
  const offset = directory.readText(EXIF.offsetTimeOriginal)?.trimEnd() ?? '';
  return OFFSET_PATTERN.test(offset) ? `${local}${offset}` : local;
};

const readPosition = (gps: ExifDirectory): UploadPosition | undefined => {
  const latitude = readDegrees(gps, GPS.latitude, GPS.latitudeRef, 'S');
  const longitude = readDegrees(gps, GPS.longitude, GPS.longitudeRef, 'W');
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return undefined;
  // A camera without a GPS fix writes zeros.
  if (latitude === 0 && longitude === 0) return undefined;
  const [accuracy] = gps.readRationals(GPS.horizontalError, 1);
  const [height] = gps.readRationals(GPS.altitude, 1);
  const altitude =
    height !== undefined && gps.readByte(GPS.altitudeRef) === BELOW_SEA_LEVEL ? -height : height;
  return {
    latitude: round(latitude, 7),
    longitude: round(longitude, 7),
    ...(isWithin(accuracy, 1_000_000) && accuracy > 0 && { accuracy: round(accuracy, 2) }),
    ...(isWithin(altitude, 100_000) && { altitude: round(altitude, 2) }),
  };
};

const BELOW_SEA_LEVEL = 1;

/** Converts degrees, minutes and seconds to decimal degrees. */
const readDegrees = (
  gps: ExifDirectory,
  tag: number,
  directionTag: number,
  negativeDirection: 'S' | 'W',
): number | undefined => {
  const direction = gps.readText(directionTag);
  if (direction === undefined) return undefined;
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = gps.readRationals(tag, 3);
  const value = degrees + minutes / 60 + seconds / 3_600;
  return direction.startsWith(negativeDirection) ? -value : value;
};

const isWithin = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= max;

/** Seven decimal places of a degree are about a centimetre. */
const round = (value: number, digits: number): number => Number(value.toFixed(digits));
