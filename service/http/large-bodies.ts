import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooMuchAtOnce } from '#service/admission/admission-problems.ts';
import { type Caller, currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/** Bytes of a body from which its request needs a place. Reading and checking 64 KiB takes 1 to 5 ms of the event loop. */
const LARGE = 64 * 1024;
const PLACES = { user: 1, tenant: 2, server: 4 };
/** A body waits in memory: 400 MiB in all. */
const WAITING = { user: 20, tenant: 40, server: 100 };
const PATIENCE_MS = 10_000;

/**
 * Requests with large bodies, such as bulk calls: each holds a place from before its body is parsed until its response is
 * sent. Their work on the event loop comes in slices, and the slices of many at once would delay everybody (R22, R24).
 */
export type LargeBodies = {
  queue: FairQueue;
  /** Takes a place when the body is large. Throws a Problem when the caller gets none. */
  enter(request: FastifyRequest, bytes: number): Promise<void>;
};

export const limitLargeBodies = (app: FastifyInstance): LargeBodies => {
  const queue = createFairQueue({
    places: PLACES,
    waiting: WAITING,
    patience: PATIENCE_MS,
    refuse: (limit) => tooMuchAtOnce(limit),
  });
  // A parser gets the request only, and Fastify calls it outside of the request's AsyncLocalStorage.
  const senders = new WeakMap<FastifyRequest, { caller: Caller; reply: FastifyReply }>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    senders.set(request, { caller: currentCaller(), reply });
    done(null, payload);
  });
  return {
    queue,
    enter: async (request, bytes) => {
      if (bytes < LARGE) return;
      const { caller, reply } = senders.get(request)!;
      const leave = await queue.take(caller);
      reply.raw.once('close', leave);
      if (!reply.raw.closed) return;
      leave();
      // Nobody reads this: the client has gone, and nothing is done for it.
      throw tooMuchAtOnce('user');
    },
  };
};
