import type { FastifyInstance, FastifyReply } from 'fastify';
import { getBasePath } from '#service/http/base-address.ts';
import type { Actors } from '#service/identity/actors.ts';
import { isSignedIn } from '#service/identity/authenticate.ts';
import { ANONYMOUS_PAGE, registerBuiltApp } from './built-app.ts';

/** /inspect/ must have a trailing slash, like the service worker's scope. */
export const inspectorRoutes =
  ({ actors, publicUrl }: { actors: Actors; publicUrl: string | undefined }) =>
  async (app: FastifyInstance) => {
    const basePath = getBasePath(publicUrl);
    const sendPage = (reply: FastifyReply) => inspector.sendPage(reply, { HOME: basePath });
    const inspector = await registerBuiltApp(app, {
      name: 'inspector',
      path: '/inspect',
      cspDirectives: INSPECTOR_CSP_DIRECTIVES,
    });

    // The router ignores a trailing slash, so the handler checks for it.
    app.get('/inspect', ANONYMOUS_PAGE, async (request, reply) =>
      /^[^?]*\/(\?|$)/.test(request.url) ? sendPage(reply) : reply.redirect(`${basePath}/inspect/`, 303),
    );
    // A service worker has its own policy, sent with its script.
    app.get('/inspect/service-worker.js', ANONYMOUS_PAGE, async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
      );
      return inspector.sendFile(reply, 'service-worker.js');
    });
    for (const file of STATIC_FILES) {
      app.get(`/inspect/${file}`, ANONYMOUS_PAGE, async (_request, reply) => inspector.sendFile(reply, file));
    }
    // Browsers request this path for pages without an icon, such as the sign-in page.
    app.get('/favicon.ico', ANONYMOUS_PAGE, async (_request, reply) => inspector.sendFile(reply, 'icon.svg'));
    // Browsers log a 401 response as an error, so the app checks for a session first.
    app.get('/inspect/session', ANONYMOUS_PAGE, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { isSignedIn: await isSignedIn(request, actors) };
    });
    app.get('/inspect/*', ANONYMOUS_PAGE, async (_request, reply) => sendPage(reply));
  };

/** In browsers without a barcode detector, the scanner uses WebAssembly, which requires `wasm-unsafe-eval`. */
export const INSPECTOR_CSP_DIRECTIVES = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
];

const STATIC_FILES = [
  'manifest.webmanifest',
  'icon.svg',
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'third-party-notices.txt',
];
