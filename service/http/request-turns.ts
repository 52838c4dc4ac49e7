import { tooManyRequests } from '#service/admission/admission-problems.ts';
import type { Caller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * Requests that are parsed in one turn of the event loop. Parsing and validating one takes up to 4 ms (a $filter of 12
 * KiB or a body of 64 KiB), so a hundred concurrent requests from one user would delay everyone else (R22).
 */
const SLOTS = { user: 1, tenant: 2, server: 8 };
/** As many as may wait for a database connection. */
const WAITING = { user: 350, tenant: 400, server: 500 };
const MAX_WAIT_MS = 10_000;

/** Turns for medium-sized requests. Larger requests are processed in time slices. */
export type RequestTurns = {
  queue: FairQueue;
  /** Resolves when it is the caller's turn. Throws a Problem if too many requests are waiting. */
  waitForTurn(caller: Caller): Promise<void>;
};

export const createRequestTurns = (waiting = WAITING, slots = SLOTS): RequestTurns => {
  const queue = createFairQueue({
    slots,
    waiting,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit),
  });
  return {
    queue,
    waitForTurn: async (caller) => {
      const release = await queue.acquire(caller);
      // The next request gets its turn in the next round of the event loop.
      setImmediate(release);
    },
  };
};
