import { tooManyRequests } from '#service/admission/admission-problems.ts';
import type { Caller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * How many requests may be parsed in one turn of the event loop. Parsing and validating one takes up to 4 ms (a $filter
 * of 12 KiB or a body of 64 KiB), so a hundred concurrent requests from one user would delay everyone else (R22).
 */
const SLOTS = { user: 1, tenant: 2, server: 8 };
/** These limits are the same as those for waiting for a database connection. */
const WAITING = { user: 350, tenant: 400, server: 500 };
const MAX_WAIT_MS = 10_000;

/** Distributes requests over several turns of the event loop. */
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
      // The next request starts in the next turn of the event loop.
      setImmediate(release);
    },
  };
};
