import type { Coordinates } from './distance.ts';

/** Returns a URL that opens the phone's maps app. Apple has its own scheme; on Android, `q` adds a labelled pin. */
export const createDirectionsUrl = (
  { latitude, longitude }: Coordinates,
  name: string,
  userAgent: string,
): string => {
  const [point, label] = [`${latitude},${longitude}`, encodeURIComponent(name)];
  return /iPhone|iPad|Macintosh/.test(userAgent)
    ? `maps://?daddr=${point}&q=${label}`
    : `geo:${point}?q=${point}(${label})`;
};
