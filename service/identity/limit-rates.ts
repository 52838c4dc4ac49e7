import type { FastifyInstance } from 'fastify';
import { tooManyCalls } from './identity-problems.ts';
import { createRateLimit } from './rate-limit.ts';

/** Calls allowed per minute; infinity for no limit. */
export type RateLimits = { caller: number; tenant: number };

/**
 * Rejects calls above the configured limits (decision W18): the calls of a minute may come in one burst, and the quota refills
 * evenly. Each process counts its own calls. Calls without a token, or without the required permission, do not count.
 */
export const limitRates = (
  app: FastifyInstance,
  limits: RateLimits,
  { now, onRejection }: { now: () => number; onRejection: (limit: keyof RateLimits) => void },
): void => {
  // Without limits there is no hook, which would slow every call down.
  if (limits.caller === Number.POSITIVE_INFINITY && limits.tenant === Number.POSITIVE_INFINITY) return;
  const ofCaller = createRateLimit(limits.caller, now);
  const ofTenant = createRateLimit(limits.tenant, now);
  app.addHook('onRequest', (request, _reply, done) => {
    const { actor } = request;
    if (actor === null) return done();
    const caller = `${actor.tenantId} ${actor.userId}`;
    const [ownWait, tenantWait] = [ofCaller.waitMs(caller), ofTenant.waitMs(actor.tenantId)];
    if (ownWait > 0 || tenantWait > 0) {
      const limit = ownWait >= tenantWait ? 'caller' : 'tenant';
      onRejection(limit);
      return done(tooManyCalls(limit, limits[limit], Math.ceil(Math.max(ownWait, tenantWait) / 1_000)));
    }
    // A call that one limit rejects must not use up the other.
    ofCaller.spend(caller);
    ofTenant.spend(actor.tenantId);
    done();
  });
};
