import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { RepeatableRequest } from './answer-once.ts';

/** The header of requests that may be repeated safely, as the interface describes it. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'A request that is repeated with its key happens once and is answered the same',
    }),
  ),
});

/** Identifies a request: its sender and key, and its method, path, query and body (S48). */
export const repeatable = (
  request: FastifyRequest,
  { tenantId, userId }: { tenantId: number; userId: number },
): RepeatableRequest => {
  const key = request.headers['idempotency-key'];
  // The body is written out only for those who may repeat it.
  if (typeof key !== 'string') return { tenantId, userId, key: undefined, fingerprint: '' };
  // The route as it is written, whatever letter case the request has it in, and what its parameters stand for.
  const route = [request.routeOptions.url, ...Object.values(request.params as Record<string, string>)];
  const parameters = Object.entries(request.query as Record<string, unknown>);
  // The same parameters in another order are the same request.
  const query = parameters.length === 0 ? '' : `${JSON.stringify(parameters.sort())} `;
  const fingerprint = `${request.method} ${route.join(' ')} ${query}${JSON.stringify(request.body)}`;
  return { tenantId, userId, key, fingerprint };
};
