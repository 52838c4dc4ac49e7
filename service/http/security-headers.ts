import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers for every response (S32). API responses are never documents, so no page may load or frame them. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Restricts browsers to HTTPS for half a year. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=15552000' };

/** Creates the headers for responses that bypass Fastify. */
export const createSecurityHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  ...SECURITY_HEADERS,
  ...(isSecure && STRICT_TRANSPORT),
});

export const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(SECURITY_HEADERS);
  reply.header('x-request-id', request.id);
  if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT);
};
