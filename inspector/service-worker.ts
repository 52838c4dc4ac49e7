import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

// Caches the app's files, so that it opens offline. API responses are not cached: the app stores the data itself.

/** The app's files. The build replaces this constant with a list. */
declare const PRECACHE_FILES: { url: string; revision: string | null }[];

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(PRECACHE_FILES);
registerRoute(new NavigationRoute(createHandlerBoundToURL('./')));

// Activates a new version only when a page asks for it and no other window needs the previous version's files.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(takeOver());
});

const takeOver = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length <= 1) await self.skipWaiting();
};
