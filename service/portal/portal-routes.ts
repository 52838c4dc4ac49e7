import type { FastifyInstance } from 'fastify';
import { homePath } from '#service/http/base-address.ts';
import { addressNotFound } from '#service/http/request-problems.ts';
import { builtApp } from './built-app.ts';
import { sendMapFile } from './map-file.ts';

type PortalSettings = { publicUrl: string | undefined; mapFile: string | undefined };

/** The portal: one page for every address below /portal, which finds out itself what is meant. */
export const portalRoutes =
  ({ publicUrl, mapFile }: PortalSettings) =>
  async (app: FastifyInstance) => {
    const home = homePath(publicUrl);
    const values = { HOME: home, MAP: String(mapFile !== undefined) };
    const portal = await builtApp(app, {
      name: 'portal',
      path: '/portal',
      policies: ["script-src 'self'"],
    });

    app.get(
      '/portal/assets/*',
      { config: { access: 'anonymous' }, schema: { hide: true } },
      async (request, reply) => portal.sendAsset(reply, (request.params as { '*': string })['*']),
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
      reply.redirect(`${home}${(await portal.isBuilt()) ? '/portal' : '/account'}#`, 303),
    );
    for (const url of ['/portal', '/portal/*']) {
      app.get(url, { config: { access: 'anonymous' }, schema: { hide: true } }, async (_request, reply) =>
        portal.sendPage(reply, values),
      );
    }
  };
