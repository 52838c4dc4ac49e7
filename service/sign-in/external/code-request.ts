import { buildAuthorizationUrl, type Configuration, calculatePKCECodeChallenge } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';

const OIDC_SCOPES = ['openid', 'profile', 'email'];

/** Builds the authorization request: code flow with PKCE and state and, for OpenID Connect, a nonce (L5). */
export const buildCodeRequest = async (
  client: Configuration,
  { type, settings }: LoginProvider,
  attempt: { state: string; nonce: string; codeVerifier: string; callback: string },
): Promise<URL> => {
  const isOidc = type === 'oidc';
  const { scopes = isOidc ? OIDC_SCOPES : [] } = settings;
  return buildAuthorizationUrl(client, {
    redirect_uri: attempt.callback,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state: attempt.state,
    ...(isOidc && { nonce: attempt.nonce }),
    code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
  });
};
