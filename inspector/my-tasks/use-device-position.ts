import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { useDevice } from '#inspector/device/device.ts';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import { readStoredValue, saveStoredValue } from '#inspector/store/stored-values.ts';

/** Accurate enough to compare distances. Greater accuracy would cost time and battery. */
const GOOD_ENOUGH_METRES = 100;
/** Opening the distance view refreshes positions older than this. */
const STALE_MS = 5 * 60_000;

/** Returns the device's last known position, refreshed only on a tap. */
export const useDevicePosition = () => {
  const { store } = useDevice();
  const lastPosition = useLiveQuery(() => readStoredValue(store, 'lastPosition'), [store]);
  const search = usePositionSearch((location) =>
    saveStoredValue(store, 'lastPosition', { location, takenAt: new Date(store.now()).toISOString() }),
  );
  const { bestLocation, acceptBestLocation, start } = search;
  const isGoodEnough = bestLocation?.accuracy !== undefined && bestLocation.accuracy <= GOOD_ENOUGH_METRES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the position is good enough
  useEffect(() => {
    if (isGoodEnough) acceptBestLocation();
  }, [isGoodEnough]);
  return {
    lastPosition,
    search,
    refreshIfStale: () => {
      if (!lastPosition || store.now() - Date.parse(lastPosition.takenAt) > STALE_MS) start();
    },
  };
};

export type DevicePosition = ReturnType<typeof useDevicePosition>;
