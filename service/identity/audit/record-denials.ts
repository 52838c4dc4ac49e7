import type { FastifyInstance } from 'fastify';
import type { Database } from '#service/database/connect.ts';
import { Problem } from '#service/problem.ts';
import { readAuditedActor, recordAudit } from './record-audit.ts';

/** A client without permission may retry endlessly, so each process records the same denial at most once a minute. */
const MIN_INTERVAL_MS = 60_000;
const MAX_ENTRIES = 10_000;

/** Records requests that lack the required permission in the audit log (S44). */
export const recordDenials = (app: FastifyInstance, db: Database, now: () => number): void => {
  const recordedAt = new Map<string, number>();
  app.addHook('onError', async (request, _reply, error: Error) => {
    if (!(error instanceof Problem) || error.kind !== 'forbidden' || request.actor === null) return;
    const route = `${request.method} ${request.routeOptions.url}`;
    const key = `${request.actor.tenantId} ${request.actor.userId} ${route}`;
    if (now() - (recordedAt.get(key) ?? Number.NEGATIVE_INFINITY) < MIN_INTERVAL_MS) return;
    if (recordedAt.size >= MAX_ENTRIES) recordedAt.clear();
    recordedAt.set(key, now());
    await recordAudit(db, readAuditedActor(request), {
      kind: 'access.denied',
      target: { type: 'route', id: route, name: route },
      details: { reason: error.message },
    }).catch((err: unknown) => request.log.warn({ err, requestId: request.id }, 'a denial was not recorded'));
  });
};
