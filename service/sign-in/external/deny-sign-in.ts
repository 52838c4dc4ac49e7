import { AddressForbidden } from '#service/outgoing/outgoing.ts';
import { quoted, SignInDenied } from '#service/sign-in/sign-in-denied.ts';

/**
 * Turns any error in the exchange with a provider into a denied sign-in: the data of a provider is untrusted and never an internal error of
 * this server (L9).
 */
export const denySignIn = (error: unknown): never => {
  if (error instanceof SignInDenied) throw error;
  throw new SignInDenied(reasonOf(error), { cause: error });
};

export const ADDRESS_FORBIDDEN = 'this address is not allowed';

/**
 * The common reason for everything that is not a response of an identity provider: a closed port, a wrong certificate, no HTTP, an error
 * status, a web page. Users who configure providers must not learn which programs listen where, nor read their responses (S45).
 */
export const UNEXPECTED_RESPONSE = 'the provider did not respond as expected';

/** Reasons that only a provider can cause, by the error codes of openid-client. */
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

/** Errors of the token endpoint in RFC 6749. Nothing else of a response is repeated. */
const KNOWN_ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

/** Returns the reason why a request to a provider or its response was rejected, for the audit log and for administrators. */
export const reasonOf = (error: unknown): string => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof SignInDenied) return one.message;
    if (one instanceof AddressForbidden) return ADDRESS_FORBIDDEN;
    const { code = '', error: oauthError, error_description: description } = one as OAuthFailure;
    if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
      // This comes from the callback address of the browser, not from a response to a request of this server.
      const errors = [oauthError, description].filter((text) => text !== undefined).map(quoted);
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
