import { tooMuchAtOnce } from '#service/admission/admission-problems.ts';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue, type FairQueueLimits } from '#service/admission/fair-queue.ts';

type Client = { release(destroy?: Error | boolean): void };

/** A connection for the current caller when it is their turn; rejects with the signal's reason when that fires first. */
export type BorrowClient<Lent extends Client> = (until?: AbortSignal) => Promise<Lent>;

/** How many callers wait for a connection: beyond it, one with fewer in the line takes the place of one with more. */
const WAITING = { user: 200, tenant: 350, server: 500 };

/** Shares connections between callers, so that statements of one that take long leave some to everybody else. */
export const createPoolQueue = (
  places: FairQueueLimits['places'],
  patience: number,
  refuse: FairQueueLimits['refuse'] = (limit) => tooMuchAtOnce(limit),
): FairQueue => createFairQueue({ places, waiting: WAITING, patience, refuse });

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
