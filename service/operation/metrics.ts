import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FairQueue, Limit } from '#service/admission/fair-queue.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Read by a listener of its own (METRICS_PORT, S51), never by a route. */
    metrics: Registry;
  }
}

export type Metrics = {
  registry: Registry;
  /** Times every request of the app. */
  observe(app: FastifyInstance): void;
  /** A change token lay beyond the feed: a restore that nobody announced, or garbage (decision C6). */
  countTokenAhead(): void;
  countSignIn(mechanism: string, result: string): void;
  countAlarm(): void;
  /** A call was one too many (decision W18). */
  countRefusal(limit: string): void;
  /** Shows how callers share what `kinds` name. */
  showQueues(kinds: Readonly<Record<string, FairQueue>>): void;
  showLongAnswers(longAnswers: { spools: { bytes(): number }; cutOff(): number }): void;
};

const LIMITS: readonly Limit[] = ['user', 'tenant', 'server'];

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** What Prometheus may read of one process; kept in its own registry, so that a process may hold several apps. */
export const createMetrics = (
  database: DatabaseHandle,
  rateLimits: { caller: number; tenant: number },
): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'ronda_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const tokensAhead = new Counter({
    name: 'feed_token_ahead_total',
    help: 'Change tokens beyond the newest change: a restore that nobody announced, or garbage',
    registers: [registry],
  });
  // Never a user name, an address or a tenant: they would be many, and who reads metrics need not know them.
  const signIns = new Counter({
    name: 'ronda_sign_ins_total',
    help: 'Attempts to sign in',
    labelNames: ['mechanism', 'result'],
    registers: [registry],
  });
  const alarms = new Counter({
    name: 'ronda_sign_in_alarms_total',
    help: 'Times that so many sign-ins failed in one organisation that somebody may be guessing',
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'ronda_rate_limited_requests_total',
    help: 'Calls that were refused because their caller or tenant made too many',
    labelNames: ['limit'],
    registers: [registry],
  });
  const limits = new Gauge({
    name: 'ronda_rate_limit_calls_per_minute',
    help: 'Calls that a caller or tenant may make within a minute; +Inf where the operator sets no limit',
    labelNames: ['limit'],
    // The same in every process.
    aggregator: 'first',
    registers: [registry],
  });
  limits.set({ limit: 'caller' }, rateLimits.caller);
  limits.set({ limit: 'tenant' }, rateLimits.tenant);
  new Gauge({
    name: 'ronda_database_connections',
    help: 'Connections of the pool, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.load();
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
    countRefusal: (limit) => refusals.inc({ limit }),
    showQueues: (kinds) => {
      new Gauge({
        name: 'ronda_places',
        help: 'Requests that hold a place of a kind of work, and requests that wait for one',
        labelNames: ['kind', 'state'],
        registers: [registry],
        collect() {
          for (const [kind, queue] of Object.entries(kinds)) {
            const { held, waiting } = queue.load();
            this.set({ kind, state: 'held' }, held);
            this.set({ kind, state: 'waiting' }, waiting);
          }
        },
      });
      new Counter({
        name: 'ronda_refused_requests_total',
        help: 'Requests that got no place, by the limit that they had reached',
        labelNames: ['kind', 'limit'],
        registers: [registry],
        collect() {
          this.reset();
          for (const [kind, { refused }] of Object.entries(kinds))
            for (const limit of LIMITS) this.inc({ kind, limit }, refused[limit]);
        },
      });
    },
    showLongAnswers: ({ spools, cutOff }) => {
      new Gauge({
        name: 'ronda_spooled_bytes',
        help: 'Bytes of answers in temporary files, for readers who are behind',
        registers: [registry],
        collect() {
          this.set(spools.bytes());
        },
      });
      new Counter({
        name: 'ronda_stalled_answers_total',
        help: 'Answers that were cut off because nobody read them and others waited',
        registers: [registry],
        collect() {
          this.reset();
          this.inc(cutOff());
        },
      });
    },
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) => {
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
          'answered',
        );
      });
    },
  };
};
