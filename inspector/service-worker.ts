import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

// Stores the whole app on the device so that it opens offline. It does not cache API responses, since the store manages
// the data.

/** All of the app's files, filled in by the build. */
declare const PRECACHE_FILES: { url: string; revision: string | null }[];

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(PRECACHE_FILES);
registerRoute(new NavigationRoute(createHandlerBoundToURL('./')));

// A new version is activated only if the page asks for it, which it never does during an inspection, and only if no
// other window still needs the previous version's files.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(takeOver());
});

const takeOver = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length <= 1) await self.skipWaiting();
};
