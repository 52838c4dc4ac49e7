import type { CustomFetch } from 'openid-client';

/** Tolerates token endpoints of OAuth 2.0 providers that deviate from the specification in known ways. */
export const createTolerantFetch =
  (
    providerFetch: CustomFetch,
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
  ): CustomFetch =>
  async (url, request) => {
    if (request.method !== 'POST') return providerFetch(url, request);
    const response = await normalizeResponse(await providerFetch(url, request));
    if (!(await isSecretPossiblyMissing(response.clone()))) return response;
    const { authorization: _, ...headers } = request.headers;
    const body = new URLSearchParams(String(request.body));
    body.set('client_id', clientId);
    body.set('client_secret', clientSecret);
    return normalizeResponse(await providerFetch(url, { ...request, headers, body }));
  };

/**
 * Providers must accept the secret in a header (RFC 6749, 2.3.1), but some accept it only in the body and report a
 * missing secret in various ways. Only an error about the code shows that the secret was accepted.
 */
const isSecretPossiblyMissing = async (response: Response): Promise<boolean> =>
  response.status >= 400 && response.status < 500 && !CODE_REJECTED_ERROR.test(await response.text());

/** GitHub sends `bad_verification_code`. */
const CODE_REJECTED_ERROR = /"(invalid_grant|bad_verification_code)"/;

/**
 * Changes the status of GitHub's errors from 200 to 400. Removes the ID tokens of Keycloak and Entra ID: no issuer is
 * configured to check them against.
 */
const normalizeResponse = async (response: Response): Promise<Response> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (response.status !== 200 || typeof body !== 'object' || body === null) return response;
  const { id_token: _, ...rest } = body as Record<string, unknown>;
  const isError = typeof rest.error === 'string' && rest.access_token === undefined;
  return Response.json(rest, { status: isError ? 400 : 200 });
};
