import { ForbiddenAddressError } from '#service/outgoing/outgoing.ts';
import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** Denies the sign-in: untrusted provider data must not cause an internal error (L9). */
export const denySignIn = (error: unknown): never => {
  if (error instanceof SignInDeniedError) throw error;
  throw new SignInDeniedError(findDenialReason(error), { cause: error });
};

export const ADDRESS_FORBIDDEN = 'this address is not allowed';

/**
 * The reason given for anything but a provider's response, such as a closed port, an error status or a web page:
 * users who configure providers must not be able to probe the network (S45).
 */
export const UNEXPECTED_RESPONSE = 'the provider did not respond as expected';

/** The reasons for errors that only an identity provider can cause, by openid-client error code. */
const REASONS: Readonly<Record<string, string>> = {
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'the provider announces an http address; only https is allowed',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'the provider names another issuer or subject than expected',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    'the ID token has an unexpected claim: it is for another client, issuer or sign-in',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'the ID token has expired or is not valid yet; compare the clocks',
  OAUTH_KEY_SELECTION_FAILED: 'the provider publishes no key for the signature of the ID token',
  OAUTH_MISSING_SERVER_METADATA: 'the provider does not announce a required endpoint',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE:
    'the provider does not accept the clientId and secret, or the access token',
};

/** The error codes of token endpoints (RFC 6749). No other text from a response is ever shown. */
const KNOWN_ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

export const findDenialReason = (error: unknown): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SignInDeniedError) return cause.message;
    if (cause instanceof ForbiddenAddressError) return ADDRESS_FORBIDDEN;
    const { code = '', error: oauthError, error_description: description } = cause as OAuthFailure;
    if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
      // These values come from the callback URL in the browser, not from a response to this server.
      const errors = [oauthError, description].filter((text) => text !== undefined).map(quote);
      return `the provider denied the sign-in: ${errors.join(', ')}`;
    }
    if (code === 'OAUTH_RESPONSE_BODY_ERROR' && KNOWN_ERRORS.has(oauthError ?? '')) {
      return `the provider rejected the request: ${oauthError}`;
    }
    const reason = REASONS[code];
    if (reason !== undefined) return reason;
  }
  return UNEXPECTED_RESPONSE;
};

type OAuthFailure = { code?: string; error?: string; error_description?: string };
