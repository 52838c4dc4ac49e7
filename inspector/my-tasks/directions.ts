import type { Coordinates } from './distance.ts';

/** Returns a URL that opens the phone's maps app. In a `geo` URL, the parameter `q` adds a labelled pin. */
export const createDirectionsUrl = (
  { latitude, longitude }: Coordinates,
  name: string,
  userAgent: string,
): string => {
  const [coordinates, label] = [`${latitude},${longitude}`, encodeURIComponent(name)];
  return /iPhone|iPad|Macintosh/.test(userAgent)
    ? `maps://?daddr=${coordinates}&q=${label}`
    : `geo:${coordinates}?q=${coordinates}(${label})`;
};
