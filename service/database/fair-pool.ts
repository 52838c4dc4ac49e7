import { tooMuchAtOnce } from '#service/admission/admission-problems.ts';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

type Client = { release(destroy?: Error | boolean): void };

/** A connection for the current caller when it is their turn; rejects with the signal's reason when that fires first. */
export type BorrowClient<Lent extends Client> = (until?: AbortSignal) => Promise<Lent>;

/** How many callers wait for a connection: beyond it, one with fewer in the line takes the place of one with more. */
const WAITING = { user: 350, tenant: 400, server: 500 };

/**
 * Connections of which one user gets three eighths and one tenant three quarters, so that work that takes long leaves some
 * to others, and most of the processor.
 */
export const createWorkQueue = (places: number, patience: number): FairQueue =>
  createFairQueue({
    places: { user: Math.ceil((places * 3) / 8), tenant: Math.ceil(places * 0.75), server: places },
    waiting: WAITING,
    patience,
    // Late is a matter of the database, which everybody waits for (R3); a line that is full is one of the caller.
    refuse: (limit, isLate) =>
      isLate ? new Error('timeout exceeded when trying to connect') : tooMuchAtOnce(limit),
  });

/** The same for lists, whose statements may be costly: a user gets two connections, a tenant all but one. */
export const createListQueue = (places: number, patience: number): FairQueue =>
  createFairQueue({
    places: { user: 2, tenant: places - 1, server: places },
    waiting: WAITING,
    patience,
    refuse: (limit) => tooMuchAtOnce(limit),
  });

/** Takes clients of a pool in the order of a queue that has as many places. */
export const borrowFrom =
  <Lent extends Client>(pool: { connect(): Promise<Lent> }, queue: FairQueue): BorrowClient<Lent> =>
  async (until) => {
    const place = queue.take(currentCaller(), until);
    const leave = place instanceof Promise ? await place : place;
    try {
      const client = await pool.connect();
      const { release } = client;
      client.release = (destroy) => {
        release(destroy);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  };
