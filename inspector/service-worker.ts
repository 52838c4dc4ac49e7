import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

// Stores the app's files, so that it opens offline. API responses are not cached, because the app stores the data.

/** The app's files. The build replaces this constant with a list. */
declare const PRECACHE_FILES: { url: string; revision: string | null }[];

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(PRECACHE_FILES);
registerRoute(new NavigationRoute(createHandlerBoundToURL('./')));

// A new version is activated only at the request of a page, and if no other window needs the previous version's files.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(takeOver());
});

const takeOver = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length <= 1) await self.skipWaiting();
};
