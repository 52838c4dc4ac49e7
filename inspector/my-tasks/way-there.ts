import type { Spot } from './distance.ts';

/**
 * An address that opens the maps of the phone at a place, which know the way. Those of Apple hear only their own; with `q`
 * Android puts a pin there that bears the name.
 */
export const wayThere = ({ latitude, longitude }: Spot, name: string, userAgent: string): string => {
  const [spot, label] = [`${latitude},${longitude}`, encodeURIComponent(name)];
  return /iPhone|iPad|Macintosh/.test(userAgent)
    ? `maps://?daddr=${spot}&q=${label}`
    : `geo:${spot}?q=${spot}(${label})`;
};
