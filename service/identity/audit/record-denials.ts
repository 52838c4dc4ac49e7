import type { FastifyInstance } from 'fastify';
import type { Database } from '#service/database/connect.ts';
import { Problem } from '#service/problem.ts';
import { authorOf, recordAudit } from './record-audit.ts';

/** A program that lacks a permission may retry endlessly: recording it once a minute is enough and does not fill the disk. */
const AGAIN_AFTER_MS = 60_000;
const REMEMBERED = 10_000;

/** Writes requests that were rejected for a missing permission to the audit log (S44); each process limits its own entries. */
export const recordDenials = (app: FastifyInstance, db: Database, now: () => number): void => {
  const recorded = new Map<string, number>();
  // The hook runs for errors only, so successful requests cost nothing.
  app.addHook('onError', async (request, _reply, error: Error) => {
    if (!(error instanceof Problem) || error.kind !== 'forbidden' || request.actor === null) return;
    const route = `${request.method} ${request.routeOptions.url}`;
    const key = `${request.actor.tenantId} ${request.actor.userId} ${route}`;
    if (now() - (recorded.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return;
    if (recorded.size >= REMEMBERED) recorded.clear();
    recorded.set(key, now());
    await recordAudit(db, authorOf(request), {
      kind: 'access.denied',
      target: { type: 'route', id: route, name: route },
      details: { reason: error.message },
    }).catch((err: unknown) => request.log.warn({ err, requestId: request.id }, 'a denial was not recorded'));
  });
};
