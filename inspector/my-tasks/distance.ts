import type { Work } from '#contract/work.ts';

export type Coordinates = { latitude: number; longitude: number };

const EARTH_METRES = 6_371_000;

/** Straight-line distance in metres, with an error of at most half a percent. */
export const measureDistance = (a: Coordinates, b: Coordinates): number => {
  const [from, to] = [toRadians(a.latitude), toRadians(b.latitude)];
  const longitudeTerm = Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2;
  const latitudeTerm = Math.sin((to - from) / 2) ** 2;
  const haversine = latitudeTerm + Math.cos(from) * Math.cos(to) * longitudeTerm;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(haversine)));
};

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The locations of a task's items, or the task's own location if its items have none. */
export const listCoordinates = ({ items, location }: Work['task']): Coordinates[] => {
  const locations = items.flatMap((item) => item.location ?? []);
  return locations.length > 0 || location === null ? locations : [location];
};

/** Distance in metres to the nearest item, or undefined without a location. */
export const measureDistanceToTask = (position: Coordinates, task: Work['task']): number | undefined => {
  const locations = listCoordinates(task);
  return locations.length === 0
    ? undefined
    : Math.min(...locations.map((point) => measureDistance(position, point)));
};

/** Formats a distance, rounded so that tasks can be compared: 350 m, 2.4 km, 24 km. */
export const formatDistance = (metres: number, language: string): string => {
  const [value, unit, digits] =
    metres < 995
      ? [Math.round(metres / 10) * 10, 'meter', 0]
      : [metres / 1000, 'kilometer', metres < 9_950 ? 1 : 0];
  const format = { style: 'unit', unit: String(unit), maximumFractionDigits: Number(digits) } as const;
  return new Intl.NumberFormat(language, format).format(Number(value));
};
