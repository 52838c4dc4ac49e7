import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ExternalLogins } from '#contract/login-provider.ts';
import { msg } from '#i18n/message.ts';
import { findTrustedBaseUrl } from '#service/http/base-address.ts';
import { buildKnownNames } from '#service/http/bind-names.ts';
import { bindQuery } from '#service/http/bind-query.ts';
import { sendJson } from '#service/http/envelope.ts';
import { HttpError } from '#service/http/http-error.ts';
import { readOrigin } from '#service/identity/audit/record-audit.ts';
import { findOfferedProvider, listOfferedProviders } from '#service/sign-in/providers/provider-queries.ts';
import { resolveAllowedUrl, resolveReturnUrl } from '#service/sign-in/redirects.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { missingParameter } from '#service/sign-in/sign-in-problems.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { DEFAULT_TENANCY, findTenant } from '#service/sign-in/tenant-queries.ts';
import { recordDenial } from './finish-sign-in.ts';
import { createDeniedFragment, withFragment } from './fragments.ts';
import { startSignIn } from './start-sign-in.ts';

const TAGS = ['Authentication'];
const PARAMETER_NAMES = buildKnownNames([
  'returnUrl',
  'generateState',
  'tenancyName',
  'provider',
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
]);
const MAX_STATE_LENGTH = 1_024;

/** Lists the providers and starts sign-ins for applications (contract, External identity provider flow). */
export const externalLoginRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db } = services;

  app.get(
    '/externalLogins',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'listExternalLogins',
        summary: 'List the identity providers for signing in',
        description:
          'Returns 404 without `returnUrl` (a path on this server, or a URL that an administrator has listed) or without `generateState`. `tenancyName` defaults to `default`.',
        response: { 200: ExternalLogins },
      },
    },
    async (request, reply) => {
      const query = readQuery(request);
      const returnUrl = requireParameter(query, 'returnUrl');
      requireParameter(query, 'generateState');
      const tenant = await findTenant(db, query.get('tenancyName') ?? DEFAULT_TENANCY);
      const base = requireBaseUrl(request, services);
      const rules = { base, allowedUrls: tenant?.allowedRedirectUris ?? [] };
      const redirectUri = resolveReturnUrl(rules, returnUrl);
      if (redirectUri === undefined) throw urlNotAllowed('returnUrl');
      const providers = tenant ? await listOfferedProviders(db, tenant.tenantId) : [];
      const logins = providers
        .filter(({ issuesTokens }) => issuesTokens)
        .map(({ name, imageUri, imageClass }) => {
          const state = randomBytes(32).toString('base64url');
          const startQuery = new URLSearchParams({
            provider: name,
            response_type: 'token',
            client_id: 'self',
            redirect_uri: redirectUri,
            state,
          });
          const tenancyName = query.get('tenancyName');
          if (tenancyName !== undefined) startQuery.set('tenancyName', tenancyName);
          return { name, url: `/api/account/ExternalLogin?${startQuery}`, state, imageUri, imageClass };
        });
      return sendJson(reply, JSON.stringify(logins));
    },
  );

  app.get(
    '/ExternalLogin',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'startExternalLogin',
        summary: 'Sign in with an identity provider',
        description:
          'Redirects a browser to the provider (302) and from there to `redirect_uri`, with the access token in the URL fragment: `access_token`, `token_type`, `expires_in` and `state`, or `error`, `error_description` and `state`.',
        response: { 302: { type: 'null', description: 'To the identity provider' } },
      },
    },
    async (request, reply) => {
      const query = readQuery(request);
      const name = requireParameter(query, 'provider');
      const responseType = requireParameter(query, 'response_type');
      const clientId = requireParameter(query, 'client_id');
      const requestedUri = requireParameter(query, 'redirect_uri');
      const callerState = requireParameter(query, 'state');
      if (responseType !== 'token')
        throw new HttpError(400, msg`The response_type must be 'token'.`, 'response_type');
      if (clientId !== 'self') throw new HttpError(400, msg`The client_id must be 'self'.`, 'client_id');
      if (callerState.length > MAX_STATE_LENGTH) {
        throw new HttpError(
          400,
          msg`The parameter state may have at most ${MAX_STATE_LENGTH} characters.`,
          'state',
        );
      }
      const base = requireBaseUrl(request, services);
      const tenant = await findTenant(db, query.get('tenancyName') ?? DEFAULT_TENANCY);
      const provider = tenant && (await findOfferedProvider(db, tenant.tenantId, name));
      if (!provider || provider.settings.tokenInFragment === false) {
        throw new HttpError(400, msg`This identity provider does not exist.`, 'provider');
      }
      const redirectUri = resolveAllowedUrl({ base, allowedUrls: tenant.allowedRedirectUris }, requestedUri);
      if (redirectUri === undefined) throw urlNotAllowed('redirect_uri');
      try {
        const options = { base, purpose: 'token', redirectUri, callerState } as const;
        return redirectUncached(reply, await startSignIn(services, provider, options, { request, reply }));
      } catch (error) {
        if (!(error instanceof SignInDeniedError)) throw error;
        await recordDenial(services, provider, error, readOrigin(request));
        return redirectUncached(reply, withFragment(redirectUri, createDeniedFragment(callerState)));
      }
    },
  );
};

/** Parameter names are case-insensitive (decision W2). */
const readQuery = (request: FastifyRequest): ReadonlyMap<string, string> =>
  new Map(Object.entries(bindQuery(request.query, PARAMETER_NAMES)) as [string, string][]);

const requireParameter = (query: ReadonlyMap<string, string>, name: string): string => {
  const value = query.get(name);
  if (value === undefined) throw missingParameter(name);
  return value;
};

const urlNotAllowed = (name: string) =>
  new HttpError(
    400,
    msg`The ${name} must be a URL on this server, or one of the URLs that an administrator has allowed.`,
    name,
  );

/** Returns this server's public URL (decision W17). Throws an error if the URL is unknown. */
export const requireBaseUrl = (request: FastifyRequest, { publicUrl }: SignInServices): string => {
  const base = findTrustedBaseUrl(request, publicUrl);
  if (base === undefined) {
    throw new HttpError(
      400,
      msg`Signing in with an identity provider requires PUBLIC_URL, which is not set on this server.`,
    );
  }
  return base;
};

const redirectUncached = (reply: FastifyReply, url: string) =>
  reply.header('cache-control', 'no-store').redirect(url, 302);
