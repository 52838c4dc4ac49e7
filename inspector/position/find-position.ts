import type { Location } from '#workbook-engine/answer.ts';

/** What phones achieve under an open sky, in metres. Searching longer does not improve it. */
const GOOD_ACCURACY_METRES = 10;
const MAX_WAIT_MS = 20_000;

export type PositionProblem = 'denied' | 'unavailable';

export class PositionError extends Error {
  problem: PositionProblem;
  constructor(problem: PositionProblem) {
    super(`No position: ${problem}`);
    this.problem = problem;
  }
}

type Coordinates = { latitude: number; longitude: number; accuracy: number; altitude: number | null };
/** The subset of `navigator.geolocation` used here. */
export type PositionSource = {
  watchPosition(
    onPosition: (position: { coords: Coordinates }) => void,
    onError: (error: { code: number; PERMISSION_DENIED: number }) => void,
    options: { enableHighAccuracy: boolean; maximumAge: number; timeout: number },
  ): number;
  clearWatch(watch: number): void;
};

/** Returns a position accurate to 10 m, or the best one so far after 20 s or on abort. Throws PositionError. */
export const findPosition = (
  geolocation: PositionSource | undefined,
  { onBetterPosition, signal }: { onBetterPosition: (location: Location) => void; signal: AbortSignal },
): Promise<Location> => {
  if (!geolocation) return Promise.reject(new PositionError('unavailable'));
  return new Promise((resolve, reject) => {
    let bestLocation: Location | undefined;
    const end = (problem: PositionProblem) => {
      clearTimeout(timer);
      geolocation.clearWatch(watch);
      signal.removeEventListener('abort', finish);
      if (bestLocation) resolve(bestLocation);
      else reject(new PositionError(problem));
    };
    const finish = () => end('unavailable');
    const timer = setTimeout(finish, MAX_WAIT_MS);
    const watch = geolocation.watchPosition(
      ({ coords }) => {
        const { accuracy } = coords;
        if (bestLocation?.accuracy !== undefined && bestLocation.accuracy <= accuracy) return;
        bestLocation = toLocation(coords);
        onBetterPosition(bestLocation);
        // Deferred, because a device may call back before watchPosition returns.
        if (accuracy <= GOOD_ACCURACY_METRES) queueMicrotask(finish);
      },
      ({ code, PERMISSION_DENIED }) => {
        // Other errors may be temporary, for example under a bridge.
        if (code === PERMISSION_DENIED) queueMicrotask(() => end('denied'));
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: MAX_WAIT_MS },
    );
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
};

/** Rounds to a ten-millionth of a degree, about a centimetre. */
const toLocation = ({ latitude, longitude, accuracy, altitude }: Coordinates): Location => ({
  latitude: round(latitude, 7),
  longitude: round(longitude, 7),
  accuracy: round(accuracy, 1),
  ...(altitude !== null && { altitude: round(altitude, 1) }),
});

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
