import type { FastifyInstance, FastifyRequest } from 'fastify';
import { msg } from '#i18n/message.ts';
import { HttpError } from '#service/http/http-error.ts';
import { isUuid } from '#service/http/ids.ts';
import { readOrigin } from '#service/identity/audit/record-audit.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { sendDeniedPage, sendTestResultPage } from '#service/sign-in/pages/outcome-pages.ts';
import { ANONYMOUS_PAGE, createPageContext } from '#service/sign-in/pages/page.ts';
import { findOfferedProvider, findProvider } from '#service/sign-in/providers/provider-queries.ts';
import { resolveOwnPath } from '#service/sign-in/redirects.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { DEFAULT_TENANCY, findTenant } from '#service/sign-in/tenant-queries.ts';
import { requireBaseUrl } from './external-login-routes.ts';
import { recordDenial } from './finish-sign-in.ts';
import { startSignIn } from './start-sign-in.ts';

export const startRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db, publicUrl } = services;

  app.get('/sign-in/with', ANONYMOUS_PAGE, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const base = requireBaseUrl(request, services);
    const tenant = await findTenant(db, readParameter(request, 'tenancyName') ?? DEFAULT_TENANCY);
    const provider =
      tenant && (await findOfferedProvider(db, tenant.tenantId, readParameter(request, 'provider') ?? ''));
    if (!provider) throw new HttpError(400, msg`This identity provider does not exist.`);
    const returnTo = resolveOwnPath(base, readParameter(request, 'returnTo') ?? '/') ?? `${base}/`;
    try {
      const options = { base, purpose: 'session', redirectUri: returnTo, callerState: null } as const;
      return reply.redirect(await startSignIn(services, provider, options, { request, reply }), 302);
    } catch (error) {
      if (!(error instanceof SignInDeniedError)) throw error;
      await recordDenial(services, provider, error, readOrigin(request));
      return sendDeniedPage(reply, createPageContext(request, publicUrl));
    }
  });

  app.get<{ Params: { id: string } }>(
    '/sign-in/test/:id',
    { config: { access: 'SignIn.Manage' }, schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { tenantId } = requireActor(request);
      const { id } = request.params;
      const provider = isUuid(id) ? await findProvider(db, tenantId, id) : undefined;
      if (!provider) throw new HttpError(400, msg`This identity provider does not exist.`);
      const base = requireBaseUrl(request, services);
      try {
        const options = { base, purpose: 'test', redirectUri: `${base}/`, callerState: null } as const;
        return reply.redirect(await startSignIn(services, provider, options, { request, reply }), 302);
      } catch (error) {
        if (!(error instanceof SignInDeniedError)) throw error;
        return sendTestResultPage(reply, createPageContext(request, publicUrl), provider, error);
      }
    },
  );
};

const readParameter = ({ query }: FastifyRequest, name: string): string | undefined => {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
};
