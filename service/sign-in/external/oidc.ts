import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import { claimedIdentity } from './claims.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import { keptText, type VerifiedIdentity } from './verified-identity.ts';

/**
 * Who came back, by the ID token that the code buys: signature, issuer, audience, expiry and nonce are verified, and that
 * user info is about the same subject (L10). Claims that the token does not have are taken from user info.
 */
export const oidcIdentity = async (
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
  if (!idToken) throw new SignInRefused('the provider gave no ID token');
  if (keptText(idToken.sub) === null) throw new SignInRefused('the subject of the ID token cannot be kept');
  const announcesUserInfo = client.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = announcesUserInfo ? await fetchUserInfo(client, tokens.access_token, idToken.sub) : {};
  return claimedIdentity(
    provider,
    { ...userInfo, ...idToken },
    { issuer: idToken.iss, subject: idToken.sub },
  );
};
