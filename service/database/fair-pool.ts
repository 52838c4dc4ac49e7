import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

type Client = { release(destroy?: Error | boolean): void };

/**
 * Resolves with a connection when it is the current caller's turn; rejects with the signal's reason if the signal
 * aborts first.
 */
export type BorrowClient<Lent extends Client> = (until?: AbortSignal) => Promise<Lent>;

/**
 * The number of callers that may wait for a connection. Beyond it, a caller with fewer waiting requests displaces one
 * with more.
 */
const WAITING = { user: 350, tenant: 400, server: 500 };

/**
 * One user gets at most three eighths of the connections and one tenant three quarters, so that long-running work
 * leaves connections, and most of the processor, to others.
 */
export const createWorkQueue = (slots: number, maxWaitMs: number): FairQueue =>
  createFairQueue({
    slots: { user: Math.ceil((slots * 3) / 8), tenant: Math.ceil(slots * 0.75), server: slots },
    waiting: WAITING,
    maxWaitMs,
    // A timeout concerns the database, which everyone waits for (R3); a full queue concerns the caller.
    createError: (limit, isLate) =>
      isLate ? new Error('timeout exceeded when trying to connect') : tooManyRequests(limit),
  });

/** The same for lists, whose statements may be costly: a user gets two connections, a tenant all but one. */
export const createListQueue = (slots: number, maxWaitMs: number): FairQueue =>
  createFairQueue({
    slots: { user: 2, tenant: slots - 1, server: slots },
    waiting: WAITING,
    maxWaitMs,
    createError: (limit) => tooManyRequests(limit),
  });

/** Returns a function that borrows clients of a pool in the order of a queue with as many places. */
export const borrowFrom =
  <Lent extends Client>(pool: { connect(): Promise<Lent> }, queue: FairQueue): BorrowClient<Lent> =>
  async (until) => {
    const place = queue.acquire(currentCaller(), until);
    const releasePlace = place instanceof Promise ? await place : place;
    try {
      const client = await pool.connect();
      const { release } = client;
      client.release = (destroy) => {
        release(destroy);
        releasePlace();
      };
      return client;
    } catch (error) {
      releasePlace();
      throw error;
    }
  };
