import { TOKEN_LIFETIME } from '#service/identity/tokens/access-token.ts';

/** Adds parameters to the fragment of a URL, which browsers do not send to servers (L8). */
export const withFragment = (url: string, parameters: Readonly<Record<string, string>>): string =>
  `${url}#${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** contract, External identity provider flow, step 4 */
export const createTokenFragment = (accessToken: string, state: string) => ({
  access_token: accessToken,
  token_type: 'bearer',
  // One second less than the lifetime, as at the token endpoint (decision A2).
  expires_in: String(TOKEN_LIFETIME - 1),
  state,
});

/** The reason is only in the audit log (L9). */
export const createDeniedFragment = (state: string) => ({
  error: 'access_denied',
  error_description: 'The sign-in was denied.',
  state,
});
