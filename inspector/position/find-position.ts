import type { Location } from '#workbook-engine/answer.ts';

/** Metres. The accuracy of phones under an open sky; waiting longer does not improve it. */
const GOOD_METRES = 10;
const MAX_WAIT_MS = 20_000;

export type PositionProblem = 'denied' | 'unavailable';

/** Why there is no position: permission was denied, or the device cannot determine it. */
export class PositionError extends Error {
  problem: PositionProblem;
  constructor(problem: PositionProblem) {
    super(`No position: ${problem}`);
    this.problem = problem;
  }
}

type Coordinates = { latitude: number; longitude: number; accuracy: number; altitude: number | null };
/** The used part of `navigator.geolocation`. */
export type PositionSource = {
  watchPosition(
    onPosition: (position: { coords: Coordinates }) => void,
    onError: (error: { code: number; PERMISSION_DENIED: number }) => void,
    settings: { enableHighAccuracy: boolean; maximumAge: number; timeout: number },
  ): number;
  clearWatch(watch: number): void;
};

/**
 * Finds the position of the device: waits until it is accurate to 10 m, for at most 20 s, and returns the best one.
 * `signal` stops the search and returns the best position so far. Throws PositionError.
 */
export const findPosition = (
  geolocation: PositionSource | undefined,
  { onBetter, signal }: { onBetter: (location: Location) => void; signal: AbortSignal },
): Promise<Location> => {
  if (!geolocation) return Promise.reject(new PositionError('unavailable'));
  return new Promise((resolve, reject) => {
    let best: Location | undefined;
    const end = (problem: PositionProblem) => {
      clearTimeout(timer);
      geolocation.clearWatch(watch);
      signal.removeEventListener('abort', giveUp);
      if (best) resolve(best);
      else reject(new PositionError(problem));
    };
    const giveUp = () => end('unavailable');
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
    const watch = geolocation.watchPosition(
      ({ coords }) => {
        const accuracy = coords.accuracy;
        if (best?.accuracy !== undefined && best.accuracy <= accuracy) return;
        best = locationOf(coords);
        onBetter(best);
        // A device may call back before watchPosition has returned.
        if (accuracy <= GOOD_METRES) queueMicrotask(giveUp);
      },
      ({ code, PERMISSION_DENIED }) => {
        // Other errors may be temporary, for example under a bridge.
        if (code === PERMISSION_DENIED) queueMicrotask(() => end('denied'));
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: MAX_WAIT_MS },
    );
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
  });
};

/** A ten-millionth of a degree is a centimetre. */
const locationOf = ({ latitude, longitude, accuracy, altitude }: Coordinates): Location => ({
  latitude: rounded(latitude, 7),
  longitude: rounded(longitude, 7),
  accuracy: rounded(accuracy, 1),
  ...(altitude !== null && { altitude: rounded(altitude, 1) }),
});

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
