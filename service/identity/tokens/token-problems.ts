/** A token endpoint error, with OAuth's error codes (RFC 6749 §5.2; decision A1). */
export class TokenRejectedError extends Error {
  readonly error: 'invalid_request' | 'invalid_grant' | 'invalid_client' | 'unsupported_grant_type';
  readonly retryAfter: number | undefined;

  constructor(error: TokenRejectedError['error'], description: string, retryAfter?: number) {
    super(description);
    this.error = error;
    this.retryAfter = retryAfter;
  }
}

export const invalidTokenRequest = (description: string) =>
  new TokenRejectedError('invalid_request', description);

export const missingParameter = (name: string) => invalidTokenRequest(`The parameter ${name} is missing.`);

export const insecureTokenRequest = () =>
  invalidTokenRequest(
    'Secrets are accepted over HTTPS only. Send this request to the https address of this service.',
  );

export const unsupportedGrantType = (grantType: string) =>
  new TokenRejectedError(
    'unsupported_grant_type',
    grantType === ''
      ? 'The parameter grant_type is missing; it must be password or client_credentials.'
      : 'The grant_type must be password or client_credentials.',
  );

/** The message is the same for a wrong user, password or tenant and for a throttled user. */
export const wrongCredentials = (retryAfter?: number) =>
  new TokenRejectedError(
    'invalid_grant',
    'The user name, password or tenancy name is incorrect.',
    retryAfter,
  );

export const wrongClient = (retryAfter?: number) =>
  new TokenRejectedError('invalid_client', 'The client_id or client_secret is incorrect.', retryAfter);
