import type { CustomFetch } from 'openid-client';

/**
 * Asks a provider of plain OAuth 2.0, whose answers at the token endpoint keep to fewer rules than those of OpenID Connect,
 * and hands them on as they should have been.
 */
export const createTolerantFetch =
  (
    fetching: CustomFetch,
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
  ): CustomFetch =>
  async (address, request) => {
    if (request.method !== 'POST') return fetching(address, request);
    const answer = await mended(await fetching(address, request));
    if (!(await mayMissSecret(answer.clone()))) return answer;
    const { authorization: _, ...headers } = request.headers;
    const body = new URLSearchParams(String(request.body));
    body.set('client_id', clientId);
    body.set('client_secret', clientSecret);
    return mended(await fetching(address, { ...request, headers, body }));
  };

/**
 * A provider must take the client's secret in a header (RFC 6749, 2.3.1); some take it in the body only, nothing says
 * which, and who misses it complains in many ways. Only who complains of the code has understood.
 */
const mayMissSecret = async (answer: Response): Promise<boolean> =>
  answer.status >= 400 && answer.status < 500 && !CODE_REFUSED.test(await answer.text());

/** GitHub says the latter. */
const CODE_REFUSED = /"(invalid_grant|bad_verification_code)"/;

/**
 * GitHub tells errors with status 200. And an ID token that comes along (Keycloak and Entra ID have user info only for who asks
 * for the scope openid) is left out: its issuer is not known here, and user info says who somebody is.
 */
const mended = async (answer: Response): Promise<Response> => {
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if (answer.status !== 200 || typeof said !== 'object' || said === null) return answer;
  const { id_token: _, ...rest } = said as Record<string, unknown>;
  const isError = typeof rest.error === 'string' && rest.access_token === undefined;
  return Response.json(rest, { status: isError ? 400 : 200 });
};
