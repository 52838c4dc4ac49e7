import { TOKEN_LIFETIME } from '#service/identity/tokens/access-token.ts';

/** Adds data to the fragment of an address, which browsers do not send to servers (L8). */
export const withFragment = (address: string, members: Readonly<Record<string, string>>): string =>
  `${address}#${Object.entries(members)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** contract, External identity provider flow, step 4 */
export const tokenFragment = (accessToken: string, state: string) => ({
  access_token: accessToken,
  token_type: 'bearer',
  // One second less than the lifetime, as at the token endpoint (decision A2).
  expires_in: String(TOKEN_LIFETIME - 1),
  state,
});

/** The reason is only in the audit log (L9). */
export const deniedFragment = (state: string) => ({
  error: 'access_denied',
  error_description: 'The sign-in was refused.',
  state,
});
