import type { FastifyInstance } from 'fastify';
import { createAllowance } from './allowance.ts';
import { tooManyCalls } from './identity-problems.ts';

/** Calls within a minute; infinite without a limit. */
export type RateLimits = { caller: number; tenant: number };

/**
 * Refuses calls of who makes more than the operator allows (decision W18): a minute's worth at once, and then as they
 * come back, evenly. Each process counts for itself. Calls without a token, and those that lack a permission, do not count.
 */
export const limitRates = (
  app: FastifyInstance,
  limits: RateLimits,
  { now, onRefusal }: { now: () => number; onRefusal: (limit: keyof RateLimits) => void },
): void => {
  // Without limits not even a hook: it would cost every call some time.
  if (limits.caller === Number.POSITIVE_INFINITY && limits.tenant === Number.POSITIVE_INFINITY) return;
  const ofCaller = createAllowance(limits.caller, now);
  const ofTenant = createAllowance(limits.tenant, now);
  app.addHook('onRequest', (request, _reply, done) => {
    const { actor } = request;
    if (actor === null) return done();
    const caller = `${actor.tenantId} ${actor.userId}`;
    const [ownWait, tenantWait] = [ofCaller.waitOf(caller), ofTenant.waitOf(actor.tenantId)];
    if (ownWait > 0 || tenantWait > 0) {
      const limit = ownWait >= tenantWait ? 'caller' : 'tenant';
      onRefusal(limit);
      return done(tooManyCalls(limit, limits[limit], Math.ceil(Math.max(ownWait, tenantWait) / 1_000)));
    }
    // What one limit refuses must not use up the other.
    ofCaller.spend(caller);
    ofTenant.spend(actor.tenantId);
    done();
  });
};
