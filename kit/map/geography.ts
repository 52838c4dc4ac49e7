import { getBrowserLocale } from '#kit/locale.ts';

/** Bounds in degrees. West is less than east because the map does not repeat the world. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

type PointTuple = readonly [id: string, longitude: number, latitude: number, ...rest: readonly unknown[]];

export const findBounds = (points: readonly PointTuple[]): Bounds | undefined => {
  if (points.length === 0) return undefined;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [, longitude, latitude] of points) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return [west, south, east, north];
};

/** The maximum along the longer side, unless the map shows most of the world. */
const MAX_LINES = 8;
const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];

export type Compass = Readonly<Record<'north' | 'east' | 'south' | 'west', string>>;

export type GridLine = {
  type: 'Feature';
  properties: { label: string };
  geometry: { type: 'LineString'; coordinates: [number, number][] };
};

/** Creates lines of longitude and latitude at round numbers of degrees, for maps without tiles. */
export const createGrid = (
  [west, south, east, north]: Bounds,
  { language, compass }: { language: string; compass: Compass },
): GridLine[] => {
  const span = Math.max(east - west, north - south);
  const step = STEPS.findLast((candidate) => span / candidate <= MAX_LINES) ?? 30;
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const numberFormat = new Intl.NumberFormat(getBrowserLocale(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const formatDegrees = (degrees: number, positive: keyof Compass, negative: keyof Compass) =>
    `${numberFormat.format(Math.abs(degrees))}° ${compass[degrees < 0 ? negative : positive]}`;
  const createLine = (label: string, ...coordinates: [number, number][]): GridLine => ({
    type: 'Feature',
    properties: { label },
    geometry: { type: 'LineString', coordinates },
  });
  return [
    ...listMultiples(step, west, east).map((x) =>
      createLine(formatDegrees(x, 'east', 'west'), [x, south], [x, north]),
    ),
    ...listMultiples(step, south, north).map((y) =>
      createLine(formatDegrees(y, 'north', 'south'), [west, y], [east, y]),
    ),
  ];
};

const listMultiples = (step: number, from: number, to: number): number[] => {
  const firstMultiple = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - firstMultiple + 1) },
    (_, n) => (firstMultiple + n) * step,
  );
};
