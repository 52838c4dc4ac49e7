export type Coordinates = { latitude: number; longitude: number };

const EARTH_RADIUS_METRES = 6_371_000;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Calculates the great-circle distance in metres using the haversine formula. */
export const calculateDistance = (from: Coordinates, to: Coordinates): number => {
  const sinHalfLatitude = Math.sin(toRadians(to.latitude - from.latitude) / 2);
  const sinHalfLongitude = Math.sin(toRadians(to.longitude - from.longitude) / 2);
  const haversine =
    sinHalfLatitude ** 2 +
    Math.cos(toRadians(from.latitude)) * Math.cos(toRadians(to.latitude)) * sinHalfLongitude ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(haversine)));
};
