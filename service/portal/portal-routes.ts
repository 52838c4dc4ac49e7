import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { homePath } from '#service/http/base-address.ts';
import { addressNotFound } from '#service/http/request-problems.ts';
import { sendMapFile } from './map-file.ts';
import { portalNotBuilt } from './portal-problems.ts';

const DIST = join(import.meta.dirname, '../../portal/dist');

/** Runs and shows what this server gives it, and calls this server; the nonce is for the styles that React puts into the page. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');

type PortalSettings = { publicUrl: string | undefined; mapFile: string | undefined };

/**
 * The portal, as `tools/build-portal.ts` made it: one page for every address below /portal, which finds out itself what is
 * meant, and files whose names change with their content.
 */
export const portalRoutes =
  ({ publicUrl, mapFile }: PortalSettings) =>
  async (app: FastifyInstance) => {
    const home = homePath(publicUrl);
    const hasMapFile = String(mapFile !== undefined);
    await app.register(staticFiles, { root: DIST, serve: false, preCompressed: true, etag: false });

    app.get(
      '/portal/assets/*',
      { config: { access: 'anonymous' }, schema: { hide: true } },
      async (request, reply) => {
        const { '*': name } = request.params as { '*': string };
        if (!/^[\w.-]+\.(js|css|svg|json|woff2)$/.test(name)) throw addressNotFound();
        if (!(await isThere(name))) throw addressNotFound();
        return reply.sendFile(join('assets', name), { maxAge: '365d', immutable: true });
      },
    );
    app.get(
      '/portal/map.pmtiles',
      { config: { access: 'Tasks.Read' }, schema: { hide: true } },
      async (request, reply) => {
        if (mapFile === undefined) throw addressNotFound();
        return sendMapFile(mapFile, request, reply);
      },
    );
    /** A token in the fragment of an address goes along with a redirect that names no fragment, and ends here (L8). */
    app.get('/', { config: { access: 'anonymous' }, schema: { hide: true } }, async (_request, reply) =>
      reply.redirect(`${home}${(await readPage()) === undefined ? '/account' : '/portal'}#`, 303),
    );
    for (const url of ['/portal', '/portal/*']) {
      app.get(url, { config: { access: 'anonymous' }, schema: { hide: true } }, async (_request, reply) => {
        const page = await readPage();
        if (page === undefined) throw portalNotBuilt();
        const nonce = randomBytes(16).toString('base64');
        reply.headers({
          'content-security-policy': policy(nonce),
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
        });
        return page.replaceAll('%NONCE%', nonce).replaceAll('%HOME%', home).replaceAll('%MAP%', hasMapFile);
      });
    }
  };

const isThere = (name: string): Promise<boolean> =>
  access(join(DIST, 'assets', name)).then(
    () => true,
    () => false,
  );

/** Read each time, for it may be built anew under a running server. undefined when it was not built: the rest of the service works without it. */
const readPage = async (): Promise<string | undefined> => {
  const text = await readFile(join(DIST, 'index.html'), 'utf8').catch(() => undefined);
  return text?.replaceAll('"./assets/', '"%HOME%/portal/assets/');
};
