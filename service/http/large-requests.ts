import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { type Caller, currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';
import { createRequestTurns } from './request-turns.ts';

/**
 * Bytes of an address or a body above which a request waits for a turn. Parsing and validating a smaller one takes less than 0.3 ms of the
 * event loop.
 */
const MEDIUM = 2 * 1024;
/** Bytes of a body above which a request needs a slot. */
const LARGE = 64 * 1024;
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response takes as much work as a large body: it may contain a definition of 4 MiB. */
    isLarge?: true;
  }
}

/**
 * Small requests that begin in one round of the event loop. Those that are rejected need no database connection, which would limit them:
 * a hundred at once from one user took up to 116 ms of a round, and others waited up to 119 ms (95th percentile).
 */
const SMALL_PLACES = { user: 8, tenant: 16, server: 64 };
const SMALL_WAITING = { user: 2_000, tenant: 4_000, server: 8_000 };
const PLACES = { user: 1, tenant: 2, server: 4 };
/** Waiting bodies are in memory: at most 400 MiB in all. */
const WAITING = { user: 20, tenant: 40, server: 100 };
const MAX_WAIT_MS = 10_000;

/**
 * Limits requests that occupy the event loop, so that many of one user do not delay everyone (R22, R24). A medium request waits for its
 * turn. A request with a large body, such as a bulk call, is parsed and validated in time slices: it holds a slot from before parsing
 * until its response is ready. A request for a definition holds such a slot too.
 */
export type LargeRequests = {
  queues: Readonly<Record<'medium requests' | 'large bodies', FairQueue>>;
  /** Waits for a turn or a slot, depending on the size of the body. Throws a Problem if there is none. */
  enter(request: FastifyRequest, bytes: number): Promise<void>;
};

export const limitLargeRequests = (app: FastifyInstance): LargeRequests => {
  const smallTurns = createRequestTurns(SMALL_WAITING, SMALL_PLACES);
  const turns = createRequestTurns();
  const places = createFairQueue({
    slots: PLACES,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit),
  });
  // Content type parsers get only the request, and Fastify calls them outside the AsyncLocalStorage of the request.
  const senders = new WeakMap<FastifyRequest, { caller: Caller; reply: FastifyReply }>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const caller = currentCaller();
    senders.set(request, { caller, reply });
    const { waitForTurn } = request.url.length < MEDIUM ? smallTurns : turns;
    waitForTurn(caller).then(() => done(null, payload), done);
  });
  const held = new WeakMap<FastifyReply, () => void>();
  const takePlace = async (caller: Caller, reply: FastifyReply) => {
    const leave = await places.acquire(caller);
    held.set(reply, leave);
    reply.raw.once('close', leave);
    if (!reply.raw.closed) return;
    leave();
    // The client has disconnected, so no one reads this error; it only stops the request.
    throw tooManyRequests('user');
  };
  // The work is done. A client that reads slowly must not keep the slot.
  app.addHook('onSend', (_request, reply, payload, done) => {
    held.get(reply)?.();
    done(null, payload);
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.isLarge) takePlace(currentCaller(), reply).then(() => done(), done);
    else done();
  });
  return {
    queues: { 'medium requests': turns.queue, 'large bodies': places },
    enter: async (request, bytes) => {
      if (bytes < MEDIUM) return;
      const { caller, reply } = senders.get(request)!;
      if (bytes < LARGE) return turns.waitForTurn(caller);
      return takePlace(caller, reply);
    },
  };
};
