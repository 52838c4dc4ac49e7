import { useSyncExternalStore } from 'react';

// Installed, the app has an icon of its own, and the browser keeps what is here.

type InstallEvent = Event & { prompt(): Promise<unknown> };

/** What the browser offers; it offers it once, perhaps before anything is drawn. */
let offered: InstallEvent | undefined;
let isInstalled = matchMedia('(display-mode: standalone)').matches;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

addEventListener('beforeinstallprompt', (event) => {
  // It waits for somebody to ask.
  event.preventDefault();
  offered = event as InstallEvent;
  tell();
});
addEventListener('appinstalled', () => {
  isInstalled = true;
  tell();
});

export type Installing = 'installed' | 'by hand' | 'offered';

export const useInstalling = (): Installing =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (isInstalled ? 'installed' : offered ? 'offered' : 'by hand'),
  );

/** Asks the browser, which asks its user. */
export const install = async (): Promise<void> => {
  await offered?.prompt();
  offered = undefined;
  tell();
};
