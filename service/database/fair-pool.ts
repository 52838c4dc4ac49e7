import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

type Client = { release(destroy?: Error | boolean): void };

export type BorrowClient<PooledClient extends Client> = (signal?: AbortSignal) => Promise<PooledClient>;

const WAITING = { user: 350, tenant: 400, server: 500 };

/** Long-running work of one user or tenant leaves connections, and most of the CPU, to others. */
export const createWorkQueue = (slots: number, maxWaitMs: number): FairQueue =>
  createFairQueue({
    slots: { user: Math.ceil((slots * 3) / 8), tenant: Math.ceil(slots * 0.75), server: slots },
    waiting: WAITING,
    maxWaitMs,
    // A timeout means that the database is slow for everyone (R3). A full queue is caused by the caller's own requests.
    createError: (limit, hasTimedOut) =>
      hasTimedOut ? new Error('timeout exceeded when trying to connect') : tooManyRequests(limit),
  });

export const createListQueue = (slots: number, maxWaitMs: number): FairQueue =>
  createFairQueue({
    slots: { user: 2, tenant: slots - 1, server: slots },
    waiting: WAITING,
    maxWaitMs,
  });

/** Borrows clients in the order determined by the queue. The pool has one client per slot. */
export const createBorrower =
  <PooledClient extends Client>(
    pool: { connect(): Promise<PooledClient> },
    queue: FairQueue,
  ): BorrowClient<PooledClient> =>
  async (signal) => {
    const slot = queue.acquire(getCurrentCaller(), signal);
    const releaseSlot = slot instanceof Promise ? await slot : slot;
    try {
      const client = await pool.connect();
      const { release } = client;
      client.release = (destroy) => {
        release(destroy);
        releaseSlot();
      };
      return client;
    } catch (error) {
      releaseSlot();
      throw error;
    }
  };
