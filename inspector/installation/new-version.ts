import { useEffect, useState } from 'react';

// A new version of the app is downloaded in the background and waits. It is activated when the app starts, or when
// the user agrees between two inspections; never during one.

/** Returns a function that activates the waiting version; undefined if there is none. */
export const useNewVersion = (): (() => void) | undefined => {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    void navigator.serviceWorker.ready.then((registration) => {
      const update = () => setWaiting(registration.waiting ?? undefined);
      update();
      registration.addEventListener(
        'updatefound',
        () => registration.installing?.addEventListener('statechange', update, { signal }),
        { signal },
      );
    });
    return () => listening.abort();
  }, []);
  return waiting && (() => activate(waiting));
};

/** Activates a waiting version and reloads. Returns whether there is one. */
export const activateAtStart = async (): Promise<boolean> => {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return false;
  activate(waiting);
  return true;
};

const activate = (waiting: ServiceWorker) => {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
};
