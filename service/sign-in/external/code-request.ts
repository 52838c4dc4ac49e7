import { buildAuthorizationUrl, type Configuration, calculatePKCECodeChallenge } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';

const SCOPES_OF_OIDC = ['openid', 'profile', 'email'];

/** Builds the authorization request: code flow with PKCE and state, and for OpenID Connect a nonce (L5). */
export const codeRequest = async (
  client: Configuration,
  { type, settings }: LoginProvider,
  started: { state: string; nonce: string; codeVerifier: string; callback: string },
): Promise<URL> => {
  const isOidc = type === 'oidc';
  const { scopes = isOidc ? SCOPES_OF_OIDC : [] } = settings;
  return buildAuthorizationUrl(client, {
    redirect_uri: started.callback,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state: started.state,
    ...(isOidc && { nonce: started.nonce }),
    code_challenge: await calculatePKCECodeChallenge(started.codeVerifier),
    code_challenge_method: 'S256',
  });
};
