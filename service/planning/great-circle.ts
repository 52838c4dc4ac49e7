/** A location in degrees. */
export type Coordinates = { latitude: number; longitude: number };

const EARTH_RADIUS = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The great-circle distance between two locations, in metres (haversine). */
export const metresBetween = (from: Coordinates, to: Coordinates): number => {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2);
  const east = Math.sin(radians(to.longitude - from.longitude) / 2);
  const haversine =
    north * north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)));
};
