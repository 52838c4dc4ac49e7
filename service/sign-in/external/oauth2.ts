import { authorizationCodeGrant, type Configuration, fetchProtectedResource } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import { type Claims, claimedIdentity } from './claims.ts';
import { UNEXPECTED_ANSWER } from './refusal-of.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

/** Who came back, by what the provider says of the bearer of the access token that the code buys. */
export const oauth2Identity = async (
  client: Configuration,
  provider: LoginProvider,
  attempt: SignInAttempt,
  callback: { url: URL; state: string },
): Promise<VerifiedIdentity> => {
  const tokens = await authorizationCodeGrant(client, withoutIssuer(callback.url, provider), {
    expectedState: callback.state,
    pkceCodeVerifier: attempt.codeVerifier,
  });
  const answer = await fetchProtectedResource(
    client,
    tokens.access_token,
    new URL(provider.settings.userInfoUrl!),
    'GET',
    undefined,
    new Headers({ accept: 'application/json' }),
  );
  if (answer.status !== 200) throw new SignInRefused(UNEXPECTED_ANSWER);
  return claimedIdentity(provider, await readClaims(answer), null);
};

/**
 * Who answers may say its issuer (RFC 9207), as GitHub and Keycloak do, and it is known only where people sign in there: at
 * the same origin. So an answer of another provider is refused here too.
 */
const withoutIssuer = (callback: URL, { settings }: LoginProvider): URL => {
  const { origin } = new URL(settings.authorizationUrl!);
  const foreign = callback.searchParams.getAll('iss').find((issuer) => URL.parse(issuer)?.origin !== origin);
  if (foreign !== undefined) {
    throw new SignInRefused(`this is an answer of the issuer ${quoted(foreign)}, not of ${origin}`);
  }
  const url = new URL(callback);
  url.searchParams.delete('iss');
  return url;
};

const readClaims = async (answer: Response): Promise<Claims> => {
  const claims: unknown = await answer.json().catch(() => undefined);
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) {
    throw new SignInRefused(UNEXPECTED_ANSWER);
  }
  return claims as Claims;
};
