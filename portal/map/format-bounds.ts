import type { Bounds } from '#kit/map/geography.ts';

const PRECISION = 0.00001;

/** Formats bounds for the API, which requires valid coordinates and a non-empty area. */
export const formatBounds = ([west, south, east, north]: Bounds): string =>
  [
    Math.max(-180, west - PRECISION),
    Math.max(-90, south - PRECISION),
    Math.min(180, east + PRECISION),
    Math.min(90, north + PRECISION),
  ]
    .map((degrees) => degrees.toFixed(5))
    .join(',');
