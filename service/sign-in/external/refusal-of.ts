import { AddressForbidden } from '#service/outgoing/outgoing.ts';
import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';

/**
 * Turns what went wrong with a provider into a refusal, whatever it was: what a provider says is a stranger's, and nothing of
 * it is a fault of this server (L9).
 */
export const refusalOf = (error: unknown): never => {
  if (error instanceof SignInRefused) throw error;
  throw new SignInRefused(reasonOf(error), { cause: error });
};

export const ADDRESS_FORBIDDEN = 'this address is not allowed';

/**
 * The one reason for everything that is not an answer of a sign-in provider: a closed port, a wrong certificate, no HTTP, an
 * error status, a page. Whoever sets up providers must not learn from it what listens where, nor read any answer (S45).
 */
export const UNEXPECTED_ANSWER = 'the provider did not answer as expected';

/** Reasons that only a provider can cause, by the error codes of openid-client. */
const REASONS: Readonly<Record<string, string>> = {
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'the provider announces an http address; only requests to HTTPS are allowed',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'the provider names another issuer or subject than expected',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    'the ID token has an unexpected claim: it is for another client, issuer or sign-in',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'the ID token has expired or is not valid yet; compare the clocks',
  OAUTH_KEY_SELECTION_FAILED: 'the provider publishes no key for the signature of the ID token',
  OAUTH_MISSING_SERVER_METADATA: 'the provider does not announce an endpoint that is needed',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE:
    'the provider does not accept the clientId and secret, or the access token',
};

/** Errors of the token endpoint that RFC 6749 names. Nothing else of an answer is repeated. */
const KNOWN_ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

/** Why a request to a provider, or what came of it, was refused: for the audit log and for administrators. */
export const reasonOf = (error: unknown): string => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof SignInRefused) return one.message;
    if (one instanceof AddressForbidden) return ADDRESS_FORBIDDEN;
    const { code = '', error: said, error_description: description } = one as OAuthFailure;
    if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
      // In the address by which the browser came back, and no answer to a request of this server.
      const told = [said, description].filter((text) => text !== undefined).map(quoted);
      return `the provider refused the sign-in: ${told.join(', ')}`;
    }
    if (code === 'OAUTH_RESPONSE_BODY_ERROR' && KNOWN_ERRORS.has(said ?? '')) {
      return `the provider refused the request: ${said}`;
    }
    const reason = REASONS[code];
    if (reason !== undefined) return reason;
  }
  return UNEXPECTED_ANSWER;
};

type OAuthFailure = { code?: string; error?: string; error_description?: string };
