import type { Caller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';

/**
 * How many requests may be parsed in one turn of the event loop. Parsing and validating a request takes up to 4 ms: a
 * $filter of 12 KiB or a body of 64 KiB (R22).
 */
const SLOTS = { user: 1, tenant: 2, server: 8 };
/** These limits are the same as those for waiting for a database connection. */
const WAITING = { user: 350, tenant: 400, server: 500 };

/** Distributes requests over several turns of the event loop. */
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
