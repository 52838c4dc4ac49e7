import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { useDevice } from '#inspector/device/device.ts';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import { readStoredValue, saveStoredValue } from '#inspector/store/stored-values.ts';

/** Accurate enough for comparing distances. Better positions would cost time and battery. */
const GOOD_ENOUGH_METRES = 100;
/** The age at which a position is updated when the user opens the distance view. */
const STALE_MS = 5 * 60_000;

/** The device's last known position. It is updated only after a tap. */
export const useDevicePosition = () => {
  const { store } = useDevice();
  const last = useLiveQuery(() => readStoredValue(store, 'lastPosition'), [store]);
  const search = usePositionSearch((location) =>
    saveStoredValue(store, 'lastPosition', { location, takenAt: new Date(store.now()).toISOString() }),
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
