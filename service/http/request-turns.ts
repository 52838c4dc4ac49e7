import type { Caller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';

/**
 * How many requests may be parsed per event loop turn. Parsing and validating a request (a 12 KiB $filter or a 64 KiB
 * body) takes up to 4 ms (R22).
 */
const SLOTS = { user: 1, tenant: 2, server: 8 };
/** The same limits as for waiting for a database connection. */
const WAITING = { user: 350, tenant: 400, server: 500 };

/** Spreads requests over several event loop turns. */
export const createRequestTurns = (waiting = WAITING, slots = SLOTS) => {
  const queue = createFairQueue({ slots, waiting, maxWaitMs: 10_000 });
  return {
    queue,
    /** Resolves when it is the caller's turn. Throws a Problem if too many requests are waiting. */
    waitForTurn: async (caller: Caller): Promise<void> => {
      const release = await queue.acquire(caller);
      setImmediate(release);
    },
  };
};
