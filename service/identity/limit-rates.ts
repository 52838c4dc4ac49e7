import type { FastifyInstance } from 'fastify';
import { tooManyCalls } from './identity-problems.ts';
import { createRateLimit } from './rate-limit.ts';

/** The maximum calls per minute, per caller and per tenant. Infinity means no limit. */
export type RateLimits = { caller: number; tenant: number };

/** Limits the calls per minute in this process (decision W18). Calls without a token or permission do not count. */
export const limitRates = (
  app: FastifyInstance,
  limits: RateLimits,
  { now, onRejection }: { now: () => number; onRejection: (limit: keyof RateLimits) => void },
): void => {
  // Without limits, no hook is added: it would slow down every call.
  if (limits.caller === Number.POSITIVE_INFINITY && limits.tenant === Number.POSITIVE_INFINITY) return;
  const callerLimit = createRateLimit(limits.caller, now);
  const tenantLimit = createRateLimit(limits.tenant, now);
  app.addHook('onRequest', (request, _reply, done) => {
    const { actor } = request;
    if (actor === null) return done();
    const caller = `${actor.tenantId} ${actor.userId}`;
    const callerWait = callerLimit.computeWaitMs(caller);
    const tenantWait = tenantLimit.computeWaitMs(actor.tenantId);
    if (callerWait > 0 || tenantWait > 0) {
      const limit = callerWait >= tenantWait ? 'caller' : 'tenant';
      onRejection(limit);
      return done(tooManyCalls(limit, limits[limit], Math.ceil(Math.max(callerWait, tenantWait) / 1_000)));
    }
    // A call rejected by one limit must not count towards the other.
    callerLimit.countCall(caller);
    tenantLimit.countCall(actor.tenantId);
    done();
  });
};
