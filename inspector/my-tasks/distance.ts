import type { Work } from '#contract/work.ts';

export type Coordinates = { latitude: number; longitude: number };

const EARTH_RADIUS_METRES = 6_371_000;

/** Returns the great-circle distance in metres, accurate to within half a percent. */
export const measureDistance = (a: Coordinates, b: Coordinates): number => {
  const [latitudeA, latitudeB] = [toRadians(a.latitude), toRadians(b.latitude)];
  const longitudeTerm = Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2;
  const latitudeTerm = Math.sin((latitudeB - latitudeA) / 2) ** 2;
  const haversine = latitudeTerm + Math.cos(latitudeA) * Math.cos(latitudeB) * longitudeTerm;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(haversine)));
};

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the locations of a task's items, falling back to the task's own location. */
export const listCoordinates = ({ items, location }: Work['task']): Coordinates[] => {
  const locations = items.flatMap((item) => item.location ?? []);
  return locations.length > 0 || location === null ? locations : [location];
};

/** Returns the distance in metres to the nearest item, or undefined if the task has no location. */
export const measureDistanceToTask = (position: Coordinates, task: Work['task']): number | undefined => {
  const locations = listCoordinates(task);
  return locations.length === 0
    ? undefined
    : Math.min(...locations.map((point) => measureDistance(position, point)));
};

/** Formats a rounded distance, such as 350 m, 2.4 km or 24 km. */
export const formatDistance = (metres: number, language: string): string => {
  const [value, unit, digits] =
    metres < 995
      ? [Math.round(metres / 10) * 10, 'meter', 0]
      : [metres / 1000, 'kilometer', metres < 9_950 ? 1 : 0];
  const format = { style: 'unit', unit: String(unit), maximumFractionDigits: Number(digits) } as const;
  return new Intl.NumberFormat(language, format).format(Number(value));
};
