import type { FastifyInstance } from 'fastify';
import type { Database } from '#service/database/connect.ts';
import { Problem } from '#service/problem.ts';
import { authorOf, recordAudit } from './record-audit.ts';

/** A program that lacks a permission asks again and again: once a minute is enough to be seen, and fills no disk. */
const AGAIN_AFTER_MS = 60_000;
const REMEMBERED = 10_000;

/** Keeps in the audit log who was refused for want of a permission (S44), each process for itself. */
export const recordDenials = (app: FastifyInstance, db: Database, now: () => number): void => {
  const recorded = new Map<string, number>();
  // Of refusals only: what succeeds pays nothing.
  app.addHook('onError', async (request, _reply, error: Error) => {
    if (!(error instanceof Problem) || error.kind !== 'forbidden' || request.actor === null) return;
    const route = `${request.method} ${request.routeOptions.url}`;
    const key = `${request.actor.tenantId} ${request.actor.userId} ${route}`;
    if (now() - (recorded.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return;
    if (recorded.size >= REMEMBERED) recorded.clear();
    recorded.set(key, now());
    await recordAudit(db, authorOf(request), {
      kind: 'access.denied',
      on: { type: 'route', id: route, name: route },
      details: { reason: error.message },
    }).catch((err: unknown) => request.log.warn({ err, requestId: request.id }, 'a denial was not recorded'));
  });
};
