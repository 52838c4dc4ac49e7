import { useSyncExternalStore } from 'react';

// An installed app has its own icon, and the browser does not delete its data.

type InstallEvent = Event & { prompt(): Promise<unknown> };

/** The browser's install prompt. It is offered once, perhaps before the first render. */
let offered: InstallEvent | undefined;
let isInstalled = matchMedia('(display-mode: standalone)').matches;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

addEventListener('beforeinstallprompt', (event) => {
  // Shown when the user asks for it.
  event.preventDefault();
  offered = event as InstallEvent;
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
    () => (isInstalled ? 'installed' : offered ? 'offered' : 'manual'),
  );

/** Shows the browser's install prompt. */
export const install = async (): Promise<void> => {
  await offered?.prompt();
  offered = undefined;
  notify();
};
