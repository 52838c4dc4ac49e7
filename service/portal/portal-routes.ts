import type { FastifyInstance } from 'fastify';
import { getBasePath } from '#service/http/base-address.ts';
import { routeNotFound } from '#service/http/request-problems.ts';
import type { Actors } from '#service/identity/actors.ts';
import { isSignedIn } from '#service/identity/authenticate.ts';
import { readSessionCookie } from '#service/identity/sessions/session-cookie.ts';
import { ANONYMOUS_PAGE, registerBuiltApp } from './built-app.ts';
import { sendMapFile } from './map-file.ts';

type PortalSettings = { actors: Actors; publicUrl: string | undefined; mapFile: string | undefined };

export const portalRoutes =
  ({ actors, publicUrl, mapFile }: PortalSettings) =>
  async (app: FastifyInstance) => {
    const basePath = getBasePath(publicUrl);
    const values = { HOME: basePath, MAP: String(mapFile !== undefined) };
    const portal = await registerBuiltApp(app, {
      name: 'portal',
      path: '/portal',
      cspDirectives: ["script-src 'self'"],
    });

    app.get('/portal/third-party-notices.txt', ANONYMOUS_PAGE, async (_request, reply) =>
      portal.sendFile(reply, 'third-party-notices.txt'),
    );
    app.get(
      '/portal/map.pmtiles',
      { config: { access: 'Tasks.Read' }, schema: { hide: true } },
      async (request, reply) => {
        if (mapFile === undefined) throw routeNotFound();
        return sendMapFile(mapFile, request, reply);
      },
    );
    // Browsers keep the fragment of a URL on a redirect, and it may contain a token. `#` replaces it (L8).
    app.get('/', ANONYMOUS_PAGE, async (_request, reply) =>
      reply.redirect(`${basePath}${(await portal.isBuilt()) ? '/portal' : '/account'}#`, 303),
    );
    for (const url of ['/portal', '/portal/*']) {
      app.get(url, ANONYMOUS_PAGE, async (request, reply) => {
        // If the database is unreachable, the portal is served anyway and shows an error.
        const hasSession = async () =>
          readSessionCookie(request) !== undefined && (await isSignedIn(request, actors).catch(() => true));
        if (!(await portal.isBuilt()) || (await hasSession())) return portal.sendPage(reply, values);
        // Without this redirect, the portal would load before its first request is rejected.
        const signIn = new URLSearchParams({ returnTo: request.url });
        return reply.redirect(`${basePath}/sign-in?${signIn}#`, 303);
      });
    }
  };
