/** Why the token endpoint refuses, in OAuth's own words (RFC 6749 §5.2; decision A1). */
export class TokenRefusal extends Error {
  readonly error: 'invalid_request' | 'invalid_grant' | 'invalid_client' | 'unsupported_grant_type';
  readonly retryAfter: number | undefined;

  constructor(error: TokenRefusal['error'], description: string, retryAfter?: number) {
    super(description);
    this.error = error;
    this.retryAfter = retryAfter;
  }
}

export const invalidTokenRequest = (description: string) => new TokenRefusal('invalid_request', description);

export const missingParameter = (name: string) => invalidTokenRequest(`The parameter ${name} is missing.`);

export const insecureTokenRequest = () =>
  invalidTokenRequest(
    'Secrets travel over HTTPS only: send this request to the https address of this service.',
  );

export const unsupportedGrantType = (given: string) =>
  new TokenRefusal(
    'unsupported_grant_type',
    given === ''
      ? 'The parameter grant_type is missing; it must be password or client_credentials.'
      : 'The grant_type must be password or client_credentials.',
  );

/** One text for a wrong user, password or tenant, and for one who must wait: nothing can be told apart. */
export const wrongCredentials = (retryAfter?: number) =>
  new TokenRefusal('invalid_grant', 'The user name, password or tenancy name is incorrect.', retryAfter);

export const wrongClient = (retryAfter?: number) =>
  new TokenRefusal('invalid_client', 'The client_id or client_secret is incorrect.', retryAfter);
