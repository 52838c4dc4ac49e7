import { TOKEN_LIFETIME } from '#service/identity/tokens/access-token.ts';

/** Adds parameters to a URL's fragment, which browsers do not send to servers (L8). */
export const withFragment = (url: string, parameters: Readonly<Record<string, string>>): string =>
  `${url}#${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** contract, External identity provider flow, step 4 */
export const createTokenFragment = (accessToken: string, state: string) => ({
  access_token: accessToken,
  token_type: 'bearer',
  // One second less than the actual lifetime, as at the token endpoint (decision A2).
  expires_in: String(TOKEN_LIFETIME - 1),
  state,
});

/** Only the audit log contains the reason (L9). */
export const createDeniedFragment = (state: string) => ({
  error: 'access_denied',
  error_description: 'The sign-in was denied.',
  state,
});
