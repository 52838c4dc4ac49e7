import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { type Caller, currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';
import { createRequestTurns } from './request-turns.ts';

/**
 * Bytes of an address or a body above which a request waits for a turn. Parsing and validating a smaller one blocks the event
 * loop for less than 0.3 ms.
 */
const MEDIUM = 2 * 1024;
/** Bytes of a body above which a request needs a slot. */
const LARGE = 64 * 1024;
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request takes as much work as a large body: it returns a definition of 4 MiB, or calculates suggestions. */
    isLarge?: true;
  }
  interface FastifyInstance {
    largeRequests: LargeRequests;
  }
}

/**
 * Small requests that start in one round of the event loop. The connection pool does not limit requests that are rejected
 * early: a hundred at a time from one user blocked a round for up to 116 ms, and others waited up to 119 ms (95th percentile).
 */
const SMALL_SLOTS = { user: 8, tenant: 16, server: 64 };
const SMALL_WAITING = { user: 2_000, tenant: 4_000, server: 8_000 };
const SLOTS = { user: 1, tenant: 2, server: 4 };
/**
 * Waiting bodies are in memory: at most 400 MiB in total. Bodies still being received do not count, because a slow sender
 * would keep the slot that others wait for.
 */
const WAITING = { user: 20, tenant: 40, server: 100 };
const MAX_WAIT_MS = 10_000;

/**
 * Limits requests that occupy the event loop, so that many requests of one user do not delay others (R22, R24). A medium
 * request waits for a turn. A request with a large body or response needs a slot from before parsing until its response is
 * ready, and is processed in time slices.
 */
export type LargeRequests = {
  queues: Readonly<Record<'medium requests' | 'large bodies', FairQueue>>;
  /** Waits for a turn or a slot, depending on the size of the body. Throws a Problem if there is none. */
  enter(request: FastifyRequest, bytes: number): Promise<void>;
};

export const limitLargeRequests = (app: FastifyInstance): LargeRequests => {
  const smallTurns = createRequestTurns(SMALL_WAITING, SMALL_SLOTS);
  const turns = createRequestTurns();
  const queue = createFairQueue({
    slots: SLOTS,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit),
  });
  // Fastify calls content type parsers outside the AsyncLocalStorage of the request, and without the reply.
  const senders = new WeakMap<FastifyRequest, { caller: Caller; reply: FastifyReply }>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const caller = currentCaller();
    senders.set(request, { caller, reply });
    const { waitForTurn } = request.url.length < MEDIUM ? smallTurns : turns;
    waitForTurn(caller).then(() => done(null, payload), done);
  });
  const releases = new WeakMap<FastifyReply, () => void>();
  const acquireSlot = async (caller: Caller, reply: FastifyReply) => {
    const release = await queue.acquire(caller);
    releases.set(reply, release);
    reply.raw.once('close', release);
    if (!reply.raw.closed) return;
    release();
    // The client has disconnected: the error only stops the request.
    throw tooManyRequests('user');
  };
  // The response is ready. A client that reads slowly must not keep the slot.
  app.addHook('onSend', (_request, reply, payload, done) => {
    releases.get(reply)?.();
    done(null, payload);
  });
  app.addHook('preHandler', (request, reply, done) => {
    // A request with a large body has its slot already: a second one would wait for the first.
    if (request.routeOptions.config.isLarge && !releases.has(reply))
      acquireSlot(currentCaller(), reply).then(() => done(), done);
    else done();
  });
  const largeRequests: LargeRequests = {
    queues: { 'medium requests': turns.queue, 'large bodies': queue },
    enter: async (request, bytes) => {
      if (bytes < MEDIUM) return;
      const { caller, reply } = senders.get(request)!;
      if (bytes < LARGE) return turns.waitForTurn(caller);
      return acquireSlot(caller, reply);
    },
  };
  app.decorate('largeRequests', largeRequests);
  return largeRequests;
};
