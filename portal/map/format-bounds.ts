import type { Bounds } from '#kit/map/geography.ts';

const MARGIN_DEGREES = 0.00001;

/** Formats bounds for the API, which requires valid coordinates and a non-empty area. */
export const formatBounds = ([west, south, east, north]: Bounds): string =>
  [
    Math.max(-180, west - MARGIN_DEGREES),
    Math.max(-90, south - MARGIN_DEGREES),
    Math.min(180, east + MARGIN_DEGREES),
    Math.min(90, north + MARGIN_DEGREES),
  ]
    .map((degrees) => degrees.toFixed(5))
    .join(',');
