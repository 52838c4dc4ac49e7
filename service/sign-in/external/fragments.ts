import { TOKEN_LIFETIME } from '#service/identity/tokens/access-token.ts';

/** An address with what its page is told in its fragment, which no server on the way gets to see (L8). */
export const withFragment = (address: string, members: Readonly<Record<string, string>>): string =>
  `${address}#${Object.entries(members)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** contract, External identity provider flow, step 4 */
export const tokenFragment = (accessToken: string, state: string) => ({
  access_token: accessToken,
  token_type: 'bearer',
  // One less than it lives, as at the token endpoint (decision A2).
  expires_in: String(TOKEN_LIFETIME - 1),
  state,
});

/** Why is told in the audit log only (L9). */
export const refusedFragment = (state: string) => ({
  error: 'access_denied',
  error_description: 'The sign-in was refused.',
  state,
});
