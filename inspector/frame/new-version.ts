import { useEffect, useState } from 'react';

// A new version of the app is fetched in the background and waits. It takes over when the app begins, or when somebody
// says so between two inspections: never in the middle of one.

/** The version that waits, as a way to let it take over; undefined while there is none. */
export const useNewVersion = (): (() => void) | undefined => {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    void navigator.serviceWorker.ready.then((registration) => {
      const look = () => setWaiting(registration.waiting ?? undefined);
      look();
      registration.addEventListener(
        'updatefound',
        () => registration.installing?.addEventListener('statechange', look, { signal }),
        { signal },
      );
    });
    return () => listening.abort();
  }, []);
  return waiting && (() => letTakeOver(waiting));
};

/** Begins anew with a version that waits. Returns whether there is one. */
export const takeOverAtStart = async (): Promise<boolean> => {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return false;
  letTakeOver(waiting);
  return true;
};

const letTakeOver = (waiting: ServiceWorker) => {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
};
