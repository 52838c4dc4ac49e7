import { useEffect, useState } from 'react';

// A new app version is activated at startup or when the user agrees, but never during an inspection.

/** Returns a function that activates the waiting version, or undefined if there is none. */
export const useNewVersion = (): (() => void) | undefined => {
  const [waitingWorker, setWaitingWorker] = useState<ServiceWorker>();
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    void navigator.serviceWorker.ready.then((registration) => {
      const update = () => setWaitingWorker(registration.waiting ?? undefined);
      update();
      registration.addEventListener(
        'updatefound',
        () => registration.installing?.addEventListener('statechange', update, { signal }),
        { signal },
      );
    });
    return () => abortController.abort();
  }, []);
  return waitingWorker && (() => activateWorker(waitingWorker));
};

export const activateWaitingVersion = async (): Promise<void> => {
  const waitingWorker = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (waitingWorker) activateWorker(waitingWorker);
};

const activateWorker = (waitingWorker: ServiceWorker) => {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waitingWorker.postMessage('take over');
};
