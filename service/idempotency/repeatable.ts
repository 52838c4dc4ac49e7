import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import type { RepeatableRequest } from './run-once.ts';

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Repeating a request with the same key has no further effect and returns the same response',
    }),
  ),
});

/** A key is bound to its user and to the request's method, path, query and body (S48). */
export const createRepeatableRequest = async (
  request: FastifyRequest,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<RepeatableRequest> => {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return { tenantId, userId, key: undefined, fingerprint: '' };
  // Paths are case-insensitive, so the fingerprint uses the route and its parameters instead.
  const route = [request.routeOptions.url, ...Object.values(request.params as Record<string, string>)];
  const parameters = Object.entries(request.query as Record<string, unknown>);
  const query = parameters.length === 0 ? '' : `${JSON.stringify(parameters.sort())} `;
  const body = request.body === undefined ? 'undefined' : await runInSlices(serialiseInSteps(request.body));
  const fingerprint = `${request.method} ${route.join(' ')} ${query}${body}`;
  return { tenantId, userId, key, fingerprint };
};
