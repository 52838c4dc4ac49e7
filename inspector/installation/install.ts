import { useSyncExternalStore } from 'react';

// Users are asked to install the app because browsers do not evict the data of installed apps.

type BeforeInstallPromptEvent = Event & { prompt(): Promise<unknown> };

/** The browser's install prompt, offered only once, possibly before the first render. */
let deferredPrompt: BeforeInstallPromptEvent | undefined;
let isInstalled = matchMedia('(display-mode: standalone)').matches;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

addEventListener('beforeinstallprompt', (event) => {
  // Delays the prompt until the user taps Install.
  event.preventDefault();
  deferredPrompt = event as BeforeInstallPromptEvent;
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
    () => (isInstalled ? 'installed' : deferredPrompt ? 'offered' : 'manual'),
  );

export const install = async (): Promise<void> => {
  await deferredPrompt?.prompt();
  deferredPrompt = undefined;
  notify();
};
