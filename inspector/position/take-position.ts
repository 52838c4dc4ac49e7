import type { Location } from '#workbook-engine/answer.ts';

/** Metres. As good as phones get under an open sky; waiting longer brings nothing. */
const GOOD_METRES = 10;
const LONGEST_MS = 20_000;

export type PositionFault = 'denied' | 'unavailable';

/** Why no position was found: nobody allowed it, or the device knows none here and now. */
export class PositionMissing extends Error {
  fault: PositionFault;
  constructor(fault: PositionFault) {
    super(`No position: ${fault}`);
    this.fault = fault;
  }
}

type Coordinates = { latitude: number; longitude: number; accuracy: number; altitude: number | null };
/** What of `navigator.geolocation` is used. */
export type PositionSource = {
  watchPosition(
    onPosition: (position: { coords: Coordinates }) => void,
    onError: (error: { code: number; PERMISSION_DENIED: number }) => void,
    settings: { enableHighAccuracy: boolean; maximumAge: number; timeout: number },
  ): number;
  clearWatch(watch: number): void;
};

/**
 * Where the device is: listens until it is known to 10 m, for 20 s at most, and keeps the best it heard. `signal` ends the
 * wait: with the best so far, for who is content with it. Throws PositionMissing.
 */
export const takePosition = (
  geolocation: PositionSource | undefined,
  { onBetter, signal }: { onBetter: (location: Location) => void; signal: AbortSignal },
): Promise<Location> => {
  if (!geolocation) return Promise.reject(new PositionMissing('unavailable'));
  return new Promise((resolve, reject) => {
    let best: Location | undefined;
    const end = (fault: PositionFault) => {
      clearTimeout(timer);
      geolocation.clearWatch(watch);
      signal.removeEventListener('abort', giveUp);
      if (best) resolve(best);
      else reject(new PositionMissing(fault));
    };
    const giveUp = () => end('unavailable');
    const timer = setTimeout(giveUp, LONGEST_MS);
    const watch = geolocation.watchPosition(
      ({ coords }) => {
        const accuracy = coords.accuracy;
        if (best?.accuracy !== undefined && best.accuracy <= accuracy) return;
        best = locationOf(coords);
        onBetter(best);
        // A device may answer before it has given the watch its number.
        if (accuracy <= GOOD_METRES) queueMicrotask(giveUp);
      },
      ({ code, PERMISSION_DENIED }) => {
        // Of the other faults, some pass: a phone that comes out from under a bridge.
        if (code === PERMISSION_DENIED) queueMicrotask(() => end('denied'));
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: LONGEST_MS },
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
