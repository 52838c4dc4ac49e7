import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookiesNamed, setCookie } from '#service/http/cookies.ts';
import { networkOf } from '#service/identity/tokens/network-of.ts';
import { type LoginProvider, openSecret } from '#service/sign-in/providers/login-provider.ts';
import { tooManyStarts } from '#service/sign-in/sign-in-problems.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { signInAddress } from '#service/sign-in/ws-federation/sign-in-address.ts';
import { codeRequest } from './code-request.ts';
import { refusalOf } from './refusal-of.ts';
import { beginAttempt, newBrowserSecret, type SignInAttempt } from './sign-in-attempt.ts';
import { realmOf } from './ws-federation.ts';

const BROWSER = 'ronda-sign-in';
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** Seconds; a sign-in lives no longer. */
const REMEMBERED_FOR = 600;

/** Where providers send browsers back to, whatever their protocol (L7). */
export const callbackOf = (base: string): string => `${base}/api/account/ExternalLoginCallback`;

/**
 * What tells the browser that began a sign-in from every other (L6). It has one such cookie, but for tabs that began in the
 * same moment, before there was any: each of them got its own, under a name of its own, lest the last take the place of the
 * others.
 */
const browserCookiesOf = (request: FastifyRequest) =>
  readCookiesNamed(request, BROWSER).filter(({ value }) => SECRET.test(value));

export const browserSecretsOf = (request: FastifyRequest): string[] =>
  browserCookiesOf(request).map(({ value }) => value);

const newBrowserCookie = () => ({
  name: `${BROWSER}-${randomBytes(6).toString('base64url')}`,
  value: newBrowserSecret(),
});

/**
 * Begins a sign-in and returns the address at the provider where it goes on. Sign-ins that one browser begins beside each
 * other share its secret. Throws SignInRefused when the provider cannot be asked how.
 */
export const beginSignIn = async (
  { db, clients, seal, starts, countSignIn }: SignInServices,
  provider: LoginProvider,
  { base, ...wish }: Pick<SignInAttempt, 'purpose' | 'redirectUri' | 'callerState'> & { base: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<string> => {
  // Anybody may begin, and each beginning is a row for ten minutes.
  const network = networkOf(request.ip);
  const wait = starts.waitOf(network);
  if (wait > 0) {
    countSignIn(provider.type, 'slowed');
    throw tooManyStarts(Math.ceil(wait / 1_000));
  }
  starts.spend(network);
  const { tenantId, providerId, type, settings } = provider;
  const callback = callbackOf(base);
  // Before anything is kept: a provider that is down costs no row.
  const client =
    type === 'wsfederation' ? undefined : await clients(provider, secretOf(seal, provider)).catch(refusalOf);
  const cookie = browserCookiesOf(request)[0] ?? newBrowserCookie();
  const begun = await beginAttempt(db, { tenantId, providerId, ...wish }, cookie.value);
  setCookie(reply, { ...cookie, maxAge: REMEMBERED_FOR });
  if (client === undefined) {
    const realm = realmOf(settings, base);
    const { signInUrl } = settings;
    return withoutFragment(
      signInAddress({ signInUrl: signInUrl!, realm, wctx: begun.state, wreply: callback }),
    );
  }
  return withoutFragment((await codeRequest(client, provider, { ...begun, callback })).href);
};

/**
 * A browser takes the fragment of an address along where that leads, unless the new address has one. It may hold the token
 * of a sign-in that was to end where this one begins, and no provider may see it (L8).
 */
const withoutFragment = (address: string): string => `${address.split('#', 1)[0]}#`;

/** The secret that a provider knows this server by. */
export const secretOf = (seal: SignInServices['seal'], provider: LoginProvider): string => {
  const secret = openSecret(provider, seal);
  if (!secret) throw new SignInRefused('the client secret was sealed by another key: enter it again');
  return secret;
};
