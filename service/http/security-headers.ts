import type { FastifyReply, FastifyRequest } from 'fastify';

/** On every answer, errors included (S32). Answers of the API are never documents, so nothing may load or frame them. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Half a year; only meaningful, and only sent, where the caller came by HTTPS. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=15552000' };

/** The same where a response is written without Fastify. */
export const securityHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  ...SECURITY_HEADERS,
  ...(isSecure && STRICT_TRANSPORT),
});

/** For every answer, whoever gives it: a hook, or what answers before any hook is asked. */
export const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(SECURITY_HEADERS);
  reply.header('x-request-id', request.id);
  if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT);
};
