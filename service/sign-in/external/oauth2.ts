import { authorizationCodeGrant, type Configuration, fetchProtectedResource } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { type Claims, extractClaimedIdentity } from './claims.ts';
import { UNEXPECTED_RESPONSE } from './deny-sign-in.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

/** Verifies an OAuth 2.0 response: exchanges the code for an access token and reads the user info. */
export const verifyOAuth2Response = async (
  client: Configuration,
  provider: LoginProvider,
  attempt: SignInAttempt,
  callback: { url: URL; state: string },
): Promise<VerifiedIdentity> => {
  const tokens = await authorizationCodeGrant(client, removeIssuer(callback.url, provider), {
    expectedState: callback.state,
    pkceCodeVerifier: attempt.codeVerifier,
  });
  const response = await fetchProtectedResource(
    client,
    tokens.access_token,
    new URL(provider.settings.userInfoUrl!),
    'GET',
    undefined,
    new Headers({ accept: 'application/json' }),
  );
  if (response.status !== 200) throw new SignInDeniedError(UNEXPECTED_RESPONSE);
  return extractClaimedIdentity(provider, await readClaims(response), null);
};

/** Removes `iss` (RFC 9207): OAuth 2.0 providers are configured without an issuer. */
const removeIssuer = (callback: URL, { settings }: LoginProvider): URL => {
  const { origin } = new URL(settings.authorizationUrl!);
  const otherIssuer = callback.searchParams
    .getAll('iss')
    .find((issuer) => URL.parse(issuer)?.origin !== origin);
  if (otherIssuer !== undefined) {
    throw new SignInDeniedError(
      `the response comes from the issuer ${quote(otherIssuer)}, not from ${origin}`,
    );
  }
  const url = new URL(callback);
  url.searchParams.delete('iss');
  return url;
};

const readClaims = async (response: Response): Promise<Claims> => {
  const claims: unknown = await response.json().catch(() => undefined);
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) {
    throw new SignInDeniedError(UNEXPECTED_RESPONSE);
  }
  return claims as Claims;
};
