import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { acceptForms, readForm } from '#service/http/read-form.ts';
import { originOf } from '#service/identity/audit/record-audit.ts';
import { readSessionCookie, setSessionCookie } from '#service/identity/sessions/session-cookie.ts';
import { sendDenied, sendExpired, sendTested } from '#service/sign-in/pages/outcomes.ts';
import { pageContext } from '#service/sign-in/pages/page.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { findProvider } from '#service/sign-in/providers/provider-queries.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { identityOfAnswer, takePostedAnswer } from './answer-of-provider.ts';
import { browserSecretsOf, callbackOf } from './begin-sign-in.ts';
import { ownBase } from './external-login-routes.ts';
import { finishSignIn, recordRefusal, trySignIn } from './finish-sign-in.ts';
import { refusedFragment, tokenFragment, withFragment } from './fragments.ts';
import { findUnansweredAttempt, type SignInAttempt, takeAttempt } from './sign-in-attempt.ts';
import { createVerifier } from './verify-in-thread.ts';

const TAGS = ['Authentication'];

/** Where identity providers send browsers back to (L7). */
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
        summary: 'Come back from an identity provider',
        response: { 302: { type: 'null', description: 'To where the sign-in ends' } },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const state = textOf(request.query.state) ?? textOf(request.query.wctx) ?? '';
      const attempt = await takeAttempt(db, state, browserSecretsOf(request));
      if (!attempt) return sendExpired(reply, pageContext(request, publicUrl));
      const provider = await findProvider(db, attempt.tenantId, attempt.providerId);
      if (!provider) return sendExpired(reply, pageContext(request, publicUrl));
      const { callerState, redirectUri } = attempt;
      try {
        return await letIn(services, provider, attempt, { state, request, reply });
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        if (attempt.purpose === 'test')
          return sendTested(reply, pageContext(request, publicUrl), provider, error);
        await recordRefusal(services, provider, error, originOf(request));
        if (attempt.purpose === 'session') return sendDenied(reply, pageContext(request, publicUrl));
        return reply.redirect(withFragment(redirectUri, refusedFragment(callerState ?? '')), 302);
      }
    },
  );

  app.post(
    '/ExternalLoginCallback',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'takeExternalLoginAnswer',
        summary: 'Come back from an identity provider by WS-Federation',
        description: 'With the form fields `wresult`, the signed answer, and `wctx`.',
        consumes: ['application/x-www-form-urlencoded'],
        response: { 303: { type: 'null', description: 'To where the browser proves that it began' } },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const form = readForm(request.body, limits.postedAnswer);
      const [state, wresult] = [form.get('wctx') ?? '', form.get('wresult') ?? ''];
      const attempt = await findUnansweredAttempt(db, state);
      const provider = attempt && (await findProvider(db, attempt.tenantId, attempt.providerId));
      if (provider?.type !== 'wsfederation') return sendExpired(reply, pageContext(request, publicUrl));
      const base = ownBase(request, services);
      const wctx = await takePostedAnswer(services, provider, { base, state, wresult }, verifier);
      if (wctx === undefined) return sendExpired(reply, pageContext(request, publicUrl));
      return reply.redirect(`${callbackOf(base)}?${new URLSearchParams({ wctx })}`, 303);
    },
  );
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const letIn = async (
  services: SignInServices,
  provider: LoginProvider,
  attempt: SignInAttempt,
  { state, request, reply }: { state: string; request: FastifyRequest; reply: FastifyReply },
) => {
  const { purpose, redirectUri, callerState } = attempt;
  const origin = originOf(request);
  const query = request.url.slice(request.url.indexOf('?'));
  const base = ownBase(request, services);
  if (!provider.isEnabled && purpose !== 'test') throw new SignInRefused('the provider is switched off');
  if (purpose === 'token' && provider.settings.tokenInFragment === false) {
    throw new SignInRefused('applications get no token by this provider any more');
  }
  const identity = await identityOfAnswer(services, provider, attempt, { base, state, query });
  if (purpose === 'test') {
    const user = await trySignIn(services, provider, identity, origin);
    return sendTested(reply, pageContext(request, services.publicUrl), provider, { identity, user });
  }
  const replaced = readSessionCookie(request);
  const earned = await finishSignIn(services, provider, identity, { purpose, origin, replaced });
  if ('accessToken' in earned) {
    const fragment = tokenFragment(earned.accessToken, callerState ?? '');
    return reply.redirect(withFragment(redirectUri, fragment), 302);
  }
  setSessionCookie(reply, earned.sessionToken);
  return reply.redirect(redirectUri, 303);
};
