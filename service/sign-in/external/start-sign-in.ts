import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from 'openid-client';
import { readCookiesByPrefix, setCookie } from '#service/http/cookies.ts';
import { toClientNetwork } from '#service/identity/tokens/network.ts';
import { createRandomSecret } from '#service/identity/tokens/secret-token.ts';
import { decryptSecret, type LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { tooManyStarts } from '#service/sign-in/sign-in-problems.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { buildSignInUrl } from '#service/sign-in/ws-federation/sign-in-url.ts';
import { denySignIn } from './deny-sign-in.ts';
import { createAttempt, type SignInAttempt } from './sign-in-attempt.ts';
import { getRealm } from './ws-federation.ts';

const COOKIE_PREFIX = 'ronda-sign-in';
const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;
/** The lifetime of the cookies in seconds: the same as a sign-in attempt's. */
const COOKIE_MAX_AGE = 600;

/** Builds the URL that every type of provider redirects browsers to (L7). */
export const buildCallbackUrl = (base: string): string => `${base}/api/account/ExternalLoginCallback`;

/**
 * Reads the cookies that identify the browser that started a sign-in (L6). Their names differ: several tabs may start
 * sign-ins before there is a cookie, and the last one would otherwise overwrite the others.
 */
const readBrowserCookies = (request: FastifyRequest) =>
  readCookiesByPrefix(request, COOKIE_PREFIX).filter(({ value }) => SECRET_PATTERN.test(value));

export const readBrowserSecrets = (request: FastifyRequest): string[] =>
  readBrowserCookies(request).map(({ value }) => value);

const createBrowserCookie = () => ({
  name: `${COOKIE_PREFIX}-${randomBytes(6).toString('base64url')}`,
  value: createRandomSecret(),
});

/** Concurrent sign-ins in a browser share a secret. Throws SignInDeniedError if the provider is unreachable. */
export const startSignIn = async (
  { db, createProviderClient, encryption, startLimit, countSignIn }: SignInServices,
  provider: LoginProvider,
  { base, ...options }: Pick<SignInAttempt, 'purpose' | 'redirectUri' | 'callerState'> & { base: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<string> => {
  // Anyone can start sign-ins, and each stores a row for ten minutes.
  const network = toClientNetwork(request.ip);
  const waitMs = startLimit.computeWaitMs(network);
  if (waitMs > 0) {
    countSignIn(provider.type, 'throttled');
    throw tooManyStarts(Math.ceil(waitMs / 1_000));
  }
  startLimit.countCall(network);
  const { tenantId, providerId, type, settings } = provider;
  const callback = buildCallbackUrl(base);
  // The client is created first: storing the attempt would be pointless if the provider were unavailable.
  const client =
    type === 'wsfederation'
      ? undefined
      : await createProviderClient(provider, decryptClientSecret(encryption, provider)).catch(denySignIn);
  const cookie = readBrowserCookies(request)[0] ?? createBrowserCookie();
  const attempt = await createAttempt(db, { tenantId, providerId, ...options }, cookie.value);
  setCookie(reply, { ...cookie, maxAge: COOKIE_MAX_AGE });
  if (client === undefined) {
    const realm = getRealm(settings, base);
    return withEmptyFragment(
      buildSignInUrl({ signInUrl: settings.signInUrl!, realm, wctx: attempt.state, wreply: callback }),
    );
  }
  // Fails if the provider advertises no authorization endpoint.
  const codeRequest = await buildCodeRequest(client, provider, { ...attempt, callback }).catch(denySignIn);
  return withEmptyFragment(codeRequest.href);
};

const OIDC_SCOPES = ['openid', 'profile', 'email'];

/** Builds the authorization request: code flow with PKCE and state and, for OpenID Connect, a nonce (L5). */
const buildCodeRequest = async (
  client: Configuration,
  { type, settings }: LoginProvider,
  attempt: { state: string; nonce: string; codeVerifier: string; callback: string },
): Promise<URL> => {
  const isOidc = type === 'oidc';
  const { scopes = isOidc ? OIDC_SCOPES : [] } = settings;
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  return buildAuthorizationUrl(client, {
    redirect_uri: attempt.callback,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state: attempt.state,
    ...(isOidc && { nonce: attempt.nonce }),
    code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
  });
};

/** Without a fragment in the URL, browsers would keep the current one, which may contain a token (L8). */
const withEmptyFragment = (url: string): string => `${url.split('#', 1)[0]}#`;

export const decryptClientSecret = (encryption: SignInServices['encryption'], provider: LoginProvider) => {
  const secret = decryptSecret(provider, encryption);
  if (!secret)
    throw new SignInDeniedError('the client secret was encrypted with another key; enter it again');
  return secret;
};
