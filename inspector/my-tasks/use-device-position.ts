import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { useDevice } from '#inspector/device/device.ts';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import { readFact, saveFact } from '#inspector/store/facts.ts';

/** Metres. Good enough for comparing distances; better positions cost time and battery. */
const GOOD_ENOUGH_METRES = 100;
/** Milliseconds after which a position is updated when the user opens the distance view. */
const STALE_MS = 5 * 60_000;

/** The last position of the device, and functions to update it. The device is asked only after a tap. */
export const useDevicePosition = () => {
  const { store } = useDevice();
  const last = useLiveQuery(() => readFact(store, 'here'), [store]);
  const search = usePositionSearch((location) =>
    saveFact(store, 'here', { location, takenAt: new Date(store.now()).toISOString() }),
  );
  const { best, acceptBest, start } = search;
  const isGoodEnough = best?.accuracy !== undefined && best.accuracy <= GOOD_ENOUGH_METRES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the position is good enough
  useEffect(() => {
    if (isGoodEnough) acceptBest();
  }, [isGoodEnough]);
  return {
    last,
    search,
    refreshIfStale: () => {
      if (!last || store.now() - Date.parse(last.takenAt) > STALE_MS) start();
    },
  };
};

export type DevicePosition = ReturnType<typeof useDevicePosition>;
