import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { extractClaimedIdentity } from './claims.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import { toStorableString, type VerifiedIdentity } from './verified-identity.ts';

/** Verifies the signature, issuer, audience, expiry and nonce, and that the user info has the same subject (L10). */
export const verifyOidcResponse = async (
  client: Configuration,
  provider: LoginProvider,
  attempt: SignInAttempt,
  callback: { url: URL; state: string },
): Promise<VerifiedIdentity> => {
  const tokens = await authorizationCodeGrant(client, callback.url, {
    expectedState: callback.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.codeVerifier,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (!idToken) throw new SignInDeniedError('the provider sent no ID token');
  if (toStorableString(idToken.sub) === null)
    throw new SignInDeniedError('the subject of the ID token cannot be stored');
  const hasUserInfo = client.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = hasUserInfo ? await fetchUserInfo(client, tokens.access_token, idToken.sub) : {};
  return extractClaimedIdentity(
    provider,
    { ...userInfo, ...idToken },
    { issuer: idToken.iss, subject: idToken.sub },
  );
};
