import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

// Keeps the whole app on the device, so that it opens without a network. What the server says is no business of it: that
// is the store's, which knows what is sent and what is not.

/** Every file of the app, put in by the build. */
declare const KEPT_FILES: { url: string; revision: string | null }[];

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(KEPT_FILES);
registerRoute(new NavigationRoute(createHandlerBoundToURL('./')));

// A new version waits until the page says so, which it never does while somebody is inspecting; and as long as another
// window is open, whose parts would be gone.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(takeOver());
});

const takeOver = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length <= 1) await self.skipWaiting();
};
