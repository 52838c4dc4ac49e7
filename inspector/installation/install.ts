import { useSyncExternalStore } from 'react';

// Users are asked to install the app because browsers do not delete the data of installed apps.

type InstallEvent = Event & { prompt(): Promise<unknown> };

/** The browser offers its install prompt only once, possibly before the first render. */
let prompt: InstallEvent | undefined;
let isInstalled = matchMedia('(display-mode: standalone)').matches;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

addEventListener('beforeinstallprompt', (event) => {
  // Delays the prompt until the user taps Install.
  event.preventDefault();
  prompt = event as InstallEvent;
  notify();
});
addEventListener('appinstalled', () => {
  isInstalled = true;
  notify();
});

export type InstallState = 'installed' | 'manual' | 'offered';

export const useInstallState = (): InstallState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (isInstalled ? 'installed' : prompt ? 'offered' : 'manual'),
  );

export const install = async (): Promise<void> => {
  await prompt?.prompt();
  prompt = undefined;
  notify();
};
