import type { FastifyInstance } from 'fastify';
import { homePath } from '#service/http/base-address.ts';
import { builtApp } from './built-app.ts';

/**
 * The inspector's app. Its addresses lie below /inspect/, with the slash, for that is what its service worker answers for
 * without a network.
 */
export const inspectorRoutes =
  ({ publicUrl }: { publicUrl: string | undefined }) =>
  async (app: FastifyInstance) => {
    const home = homePath(publicUrl);
    const values = { HOME: home };
    const inspector = await builtApp(app, {
      name: 'inspector',
      path: '/inspect',
      policies: INSPECTOR_POLICIES,
    });
    const anonymous = { config: { access: 'anonymous' }, schema: { hide: true } } as const;

    // A slash at the end makes no other route.
    app.get('/inspect', anonymous, async (request, reply) =>
      /^[^?]*\/(\?|$)/.test(request.url)
        ? inspector.sendPage(reply, values)
        : reply.redirect(`${home}/inspect/`, 303),
    );
    app.get('/inspect/assets/*', anonymous, async (request, reply) =>
      inspector.sendAsset(reply, (request.params as { '*': string })['*']),
    );
    // What it may ask for is said with the service worker itself, not with the page.
    app.get('/inspect/service-worker.js', anonymous, async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
      );
      return inspector.sendFile(reply, 'service-worker.js');
    });
    for (const file of FILES) {
      app.get(`/inspect/${file}`, anonymous, async (_request, reply) => inspector.sendFile(reply, file));
    }
    app.get('/inspect/*', anonymous, async (_request, reply) => inspector.sendPage(reply, values));
  };

/** Codes are read by a program in WebAssembly where the browser cannot. */
export const INSPECTOR_POLICIES = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
];

const FILES = [
  'manifest.webmanifest',
  'icon.svg',
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
];
