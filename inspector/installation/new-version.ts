import { useEffect, useState } from 'react';

// A new version of the app is downloaded in the background. It is activated when the app starts or when the user
// agrees, but never during an inspection.

/** Returns a function that activates the waiting version, or undefined if there is none. */
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

export const activateAtStart = async (): Promise<void> => {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (waiting) activate(waiting);
};

const activate = (waiting: ServiceWorker) => {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
};
