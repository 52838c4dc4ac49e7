import type { CustomFetch } from 'openid-client';

/**
 * A fetch function for providers of plain OAuth 2.0, whose token endpoints deviate from the specification in known ways. It
 * corrects their responses.
 */
export const createTolerantFetch =
  (
    fetching: CustomFetch,
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
  ): CustomFetch =>
  async (address, request) => {
    if (request.method !== 'POST') return fetching(address, request);
    const response = await fixed(await fetching(address, request));
    if (!(await canMissSecret(response.clone()))) return response;
    const { authorization: _, ...headers } = request.headers;
    const body = new URLSearchParams(String(request.body));
    body.set('client_id', clientId);
    body.set('client_secret', clientSecret);
    return fixed(await fetching(address, { ...request, headers, body }));
  };

/**
 * A provider must accept the client's secret in a header (RFC 6749, 2.3.1), but some accept it only in the body, nothing shows which, and
 * the errors for a missing secret vary. Only an error about the code shows that the secret was accepted.
 */
const canMissSecret = async (response: Response): Promise<boolean> =>
  response.status >= 400 && response.status < 500 && !CODE_REJECTED.test(await response.text());

/** The second one is GitHub's. */
const CODE_REJECTED = /"(invalid_grant|bad_verification_code)"/;

/**
 * GitHub returns errors with status 200. And an ID token in the response (Keycloak and Entra ID return user info only if the scope includes
 * openid) is removed: its issuer is unknown here, and the user comes from user info.
 */
const fixed = async (response: Response): Promise<Response> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (response.status !== 200 || typeof body !== 'object' || body === null) return response;
  const { id_token: _, ...rest } = body as Record<string, unknown>;
  const isError = typeof rest.error === 'string' && rest.access_token === undefined;
  return Response.json(rest, { status: isError ? 400 : 200 });
};
