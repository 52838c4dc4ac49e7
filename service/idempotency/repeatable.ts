import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { RepeatableRequest } from './run-once.ts';

/** The Idempotency-Key header, as specified by the interface. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Repeating a request with the same key has no further effect and returns the same response',
    }),
  ),
});

/** Builds the identity of a request from its sender and key, and its method, path, query and body (S48). */
export const repeatable = (
  request: FastifyRequest,
  { tenantId, userId }: { tenantId: number; userId: number },
): RepeatableRequest => {
  const key = request.headers['idempotency-key'];
  // The body is serialised only for requests with a key.
  if (typeof key !== 'string') return { tenantId, userId, key: undefined, fingerprint: '' };
  // The declared route and its parameters, so that the letter case of the path does not matter.
  const route = [request.routeOptions.url, ...Object.values(request.params as Record<string, string>)];
  const parameters = Object.entries(request.query as Record<string, unknown>);
  // The order of query parameters does not matter.
  const query = parameters.length === 0 ? '' : `${JSON.stringify(parameters.sort())} `;
  const fingerprint = `${request.method} ${route.join(' ')} ${query}${JSON.stringify(request.body)}`;
  return { tenantId, userId, key, fingerprint };
};
