import { tooManyRequests } from '#service/admission/admission-problems.ts';
import type { Caller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * Limits the requests that are read in one round of the event loop. Parsing and validating one takes up to 4 ms: a $filter of 12 KiB, or a
 * body of 64 KiB. Without the limit, 100 of them from one user on 100 connections would delay everyone else (R22).
 */
const PLACES = { user: 1, tenant: 2, server: 8 };
/** As many as may wait for a database connection. */
const WAITING = { user: 350, tenant: 400, server: 500 };
const MAX_WAIT_MS = 10_000;

/** The turns of medium-sized requests; larger ones are read in time slices. */
export type RequestTurns = {
  queue: FairQueue;
  /** Resolves when it is the caller's turn. Throws a Problem when too many requests wait. */
  waitForTurn(caller: Caller): Promise<void>;
};

export const createRequestTurns = (waiting = WAITING, slots = PLACES): RequestTurns => {
  const queue = createFairQueue({
    slots,
    waiting,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit),
  });
  return {
    queue,
    waitForTurn: async (caller) => {
      const leave = await queue.acquire(caller);
      // The caller continues immediately; the next one gets its turn after the event loop has served all others.
      setImmediate(leave);
    },
  };
};
