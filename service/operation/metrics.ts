import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FairQueue, Limit } from '#service/admission/fair-queue.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Served by a separate listener (METRICS_PORT, S51), never by a route. */
    metrics: Registry;
  }
}

export type Metrics = {
  registry: Registry;
  observe(app: FastifyInstance): void;
  /** See decision C6. */
  countTokenAhead(): void;
  countSignIn(mechanism: string, result: string): void;
  countAlarm(): void;
  /** See decision W18. */
  countRejection(limit: string): void;
  exportQueues(kinds: Readonly<Record<string, FairQueue>>): void;
  exportLongResponses(longResponses: { spools: { countBytes(): number }; countStalled(): number }): void;
};

const LIMITS: readonly Limit[] = ['user', 'tenant', 'server'];

const HISTOGRAM_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Each app has its own registry, because a test process may run several apps. */
export const createMetrics = (
  database: DatabaseHandle,
  rateLimits: { caller: number; tenant: number },
): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'ronda_http_request_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets: HISTOGRAM_BUCKETS_SECONDS,
    registers: [registry],
  });
  const tokensAhead = new Counter({
    name: 'feed_token_ahead_total',
    help: 'Change tokens newer than the feed: the database was replaced without a restart, or the token is invalid',
    registers: [registry],
  });
  // Labels never contain a user name, address or tenant: metrics must not contain personal data.
  const signIns = new Counter({
    name: 'ronda_sign_ins_total',
    help: 'Attempts to sign in',
    labelNames: ['mechanism', 'result'],
    registers: [registry],
  });
  const alarms = new Counter({
    name: 'ronda_sign_in_alarms_total',
    help: 'Alarms about many failed sign-ins in one organisation, which may be password guessing',
    registers: [registry],
  });
  const rejections = new Counter({
    name: 'ronda_rate_limited_requests_total',
    help: 'Calls rejected by the rate limit of their caller or tenant',
    labelNames: ['limit'],
    registers: [registry],
  });
  const limits = new Gauge({
    name: 'ronda_rate_limit_calls_per_minute',
    help: 'Calls allowed per minute for a caller or tenant; +Inf if no limit is configured',
    labelNames: ['limit'],
    // Identical in every process.
    aggregator: 'first',
    registers: [registry],
  });
  limits.set({ limit: 'caller' }, rateLimits.caller);
  limits.set({ limit: 'tenant' }, rateLimits.tenant);
  new Gauge({
    name: 'ronda_database_connections',
    help: 'Connections in the pool, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.getLoad();
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });

  return {
    registry,
    countTokenAhead: () => tokensAhead.inc(),
    countSignIn: (mechanism, result) => signIns.inc({ mechanism, result }),
    countAlarm: () => alarms.inc(),
    countRejection: (limit) => rejections.inc({ limit }),
    exportQueues: (kinds) => {
      new Gauge({
        name: 'ronda_request_slots',
        help: 'Requests that hold a slot for a kind of work, and requests that wait for one',
        labelNames: ['kind', 'state'],
        registers: [registry],
        collect() {
          for (const [kind, queue] of Object.entries(kinds)) {
            const { held, waiting } = queue.getLoad();
            this.set({ kind, state: 'held' }, held);
            this.set({ kind, state: 'waiting' }, waiting);
          }
        },
      });
      new Counter({
        name: 'ronda_rejected_requests_total',
        help: 'Requests that were rejected because the queue was full, by the limit they had reached',
        labelNames: ['kind', 'limit'],
        registers: [registry],
        collect() {
          this.reset();
          for (const [kind, { rejected }] of Object.entries(kinds))
            for (const limit of LIMITS) this.inc({ kind, limit }, rejected[limit]);
        },
      });
    },
    exportLongResponses: ({ spools, countStalled }) => {
      new Gauge({
        name: 'ronda_spooled_bytes',
        help: 'Bytes of responses in temporary files, for slow readers',
        registers: [registry],
        collect() {
          this.set(spools.countBytes());
        },
      });
      new Counter({
        name: 'ronda_stalled_responses_total',
        help: 'Responses that were ended because their reader stalled while other requests waited',
        registers: [registry],
        collect() {
          this.reset();
          this.inc(countStalled());
        },
      });
    },
    observe: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unknown';
        requests.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1_000,
        );
        request.log.debug(
          {
            requestId: request.id,
            method: request.method,
            route,
            status: reply.statusCode,
            ms: Math.round(reply.elapsedTime),
          },
          'request completed',
        );
        done();
      });
    },
  };
};
