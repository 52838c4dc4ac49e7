import { createContext, use, useSyncExternalStore } from 'react';
import type { Owner } from '#inspector/store/device-identity.ts';
import type { Store } from '#inspector/store/store.ts';
import type { InStep, Step } from '#inspector/sync/keep-in-step.ts';
import type { Server } from '#inspector/sync/server.ts';

/** What every screen stands on: what is on the device, whose it is, and the exchange with the server. */
export type Device = { store: Store; owner: Owner; inStep: InStep; server: Server };

export const DeviceContext = createContext<Device | null>(null);

export const useDevice = (): Device => {
  const device = use(DeviceContext);
  if (!device) throw new Error('Nobody is signed in on this device.');
  return device;
};

export const useStep = (): Step => {
  const { inStep } = useDevice();
  return useSyncExternalStore(inStep.onChange, inStep.now);
};
