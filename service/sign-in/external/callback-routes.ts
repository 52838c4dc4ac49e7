import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { acceptForms, readForm } from '#service/http/read-form.ts';
import { readOrigin } from '#service/identity/audit/record-audit.ts';
import { readSessionCookie, setSessionCookie } from '#service/identity/sessions/session-cookie.ts';
import { sendDeniedPage, sendExpiredPage, sendTestResultPage } from '#service/sign-in/pages/outcome-pages.ts';
import { createPageContext } from '#service/sign-in/pages/page.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { findProvider } from '#service/sign-in/providers/provider-queries.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { requireBaseUrl } from './external-login-routes.ts';
import { finishSignIn, recordDenial, simulateSignIn } from './finish-sign-in.ts';
import { createDeniedFragment, createTokenFragment, withFragment } from './fragments.ts';
import { storePostedResponse, verifyProviderResponse } from './provider-response.ts';
import { consumeAttempt, findPendingAttempt, type SignInAttempt } from './sign-in-attempt.ts';
import { buildCallbackUrl, readBrowserSecrets } from './start-sign-in.ts';
import { createVerifier } from './verify-in-thread.ts';

const TAGS = ['Authentication'];

/** The URLs that identity providers send browsers back to (L7). */
export const callbackRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db, publicUrl } = services;
  const verifier = createVerifier();
  app.addHook('onClose', () => verifier.close());
  acceptForms(app, 'application/x-www-form-urlencoded');

  app.get<{ Querystring: Record<string, unknown> }>(
    '/ExternalLoginCallback',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'finishExternalLogin',
        summary: 'Return from an identity provider',
        response: {
          302: { type: 'null', description: 'To the URL that was requested when the sign-in started' },
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const state = toOptionalString(request.query.state) ?? toOptionalString(request.query.wctx) ?? '';
      const context = createPageContext(request, publicUrl);
      const attempt = await consumeAttempt(db, state, readBrowserSecrets(request));
      const provider = attempt && (await findProvider(db, attempt.tenantId, attempt.providerId));
      if (!provider) return sendExpiredPage(reply, context);
      try {
        return await completeSignIn(services, provider, attempt, { state, request, reply });
      } catch (error) {
        if (!(error instanceof SignInDeniedError)) throw error;
        if (attempt.purpose === 'test') return sendTestResultPage(reply, context, provider, error);
        await recordDenial(services, provider, error, readOrigin(request));
        if (attempt.purpose === 'session') return sendDeniedPage(reply, context);
        const fragment = createDeniedFragment(attempt.callerState ?? '');
        return reply.redirect(withFragment(attempt.redirectUri, fragment), 302);
      }
    },
  );

  app.post(
    '/ExternalLoginCallback',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'finishExternalLoginByPost',
        summary: 'Return from a WS-Federation provider',
        description: 'The form fields are `wresult`, the signed response, and `wctx`.',
        consumes: ['application/x-www-form-urlencoded'],
        response: {
          303: { type: 'null', description: "To the URL that checks the browser's cookie" },
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const context = createPageContext(request, publicUrl);
      const form = readForm(request.body, limits.providerResponse);
      const [state, wresult] = [form.get('wctx') ?? '', form.get('wresult') ?? ''];
      const attempt = await findPendingAttempt(db, state);
      const provider = attempt && (await findProvider(db, attempt.tenantId, attempt.providerId));
      if (provider?.type !== 'wsfederation') return sendExpiredPage(reply, context);
      const base = requireBaseUrl(request, services);
      const wctx = await storePostedResponse(services, provider, { base, state, wresult }, verifier);
      if (wctx === undefined) return sendExpiredPage(reply, context);
      return reply.redirect(`${buildCallbackUrl(base)}?${new URLSearchParams({ wctx })}`, 303);
    },
  );
};

const toOptionalString = (value: unknown) => (typeof value === 'string' ? value : undefined);

const completeSignIn = async (
  services: SignInServices,
  provider: LoginProvider,
  attempt: SignInAttempt,
  { state, request, reply }: { state: string; request: FastifyRequest; reply: FastifyReply },
) => {
  const { purpose, redirectUri, callerState } = attempt;
  const origin = readOrigin(request);
  const query = request.url.slice(request.url.indexOf('?'));
  const base = requireBaseUrl(request, services);
  if (!provider.isEnabled && purpose !== 'test') throw new SignInDeniedError('the provider is disabled');
  if (purpose === 'token' && provider.settings.tokenInFragment === false) {
    throw new SignInDeniedError('this provider no longer issues tokens to applications');
  }
  const identity = await verifyProviderResponse(services, provider, attempt, { base, state, query });
  if (purpose === 'test') {
    const user = await simulateSignIn(services, provider, identity, origin);
    const context = createPageContext(request, services.publicUrl);
    return sendTestResultPage(reply, context, provider, { identity, user });
  }
  const replacedSession = readSessionCookie(request);
  const credential = await finishSignIn(services, provider, identity, { purpose, origin, replacedSession });
  if ('accessToken' in credential) {
    const fragment = createTokenFragment(credential.accessToken, callerState ?? '');
    return reply.redirect(withFragment(redirectUri, fragment), 302);
  }
  setSessionCookie(reply, credential.sessionToken);
  return reply.redirect(redirectUri, 303);
};
