import { createContext, use, useSyncExternalStore } from 'react';
import type { Owner } from '#inspector/store/device-identity.ts';
import type { Store } from '#inspector/store/store.ts';
import type { ServerClient } from '#inspector/sync/server-client.ts';
import type { Synchronizer, SyncState } from '#inspector/sync/synchronizer.ts';

export type Device = {
  store: Store;
  owner: Owner;
  synchronizer: Synchronizer;
  client: ServerClient;
  /** Removes the owner's data from the device. */
  signOut(): Promise<void>;
};

export const DeviceContext = createContext<Device | null>(null);

export const useDevice = (): Device => {
  const device = use(DeviceContext);
  if (!device) throw new Error('Nobody is signed in on this device.');
  return device;
};

export const useSyncState = (): SyncState => {
  const { synchronizer } = useDevice();
  return useSyncExternalStore(synchronizer.subscribe, synchronizer.getState);
};
