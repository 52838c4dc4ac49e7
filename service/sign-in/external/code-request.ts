import { buildAuthorizationUrl, type Configuration, calculatePKCECodeChallenge } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';

const SCOPES_OF_OIDC = ['openid', 'profile', 'email'];

/** The address at the provider where a sign-in goes on: by code, with PKCE and state, and with OpenID Connect a nonce (L5). */
export const codeRequest = async (
  client: Configuration,
  { type, settings }: LoginProvider,
  begun: { state: string; nonce: string; codeVerifier: string; callback: string },
): Promise<URL> => {
  const isOidc = type === 'oidc';
  const { scopes = isOidc ? SCOPES_OF_OIDC : [] } = settings;
  return buildAuthorizationUrl(client, {
    redirect_uri: begun.callback,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state: begun.state,
    ...(isOidc && { nonce: begun.nonce }),
    code_challenge: await calculatePKCECodeChallenge(begun.codeVerifier),
    code_challenge_method: 'S256',
  });
};
