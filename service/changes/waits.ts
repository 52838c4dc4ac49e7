import { tooMuchAtOnce } from '#service/admission/admission-problems.ts';
import { type Caller, currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue, type Leave } from '#service/admission/fair-queue.ts';
import { CallerGone } from '#service/database/questions.ts';

/** Requests of this process that wait for changes (decision C12); a person with many tabs and devices has some ten. */
const MOST_WAITING = { user: 200, tenant: 1_000, server: 5_000 };
/** Seconds after which a caller with one too many may ask again: waits end all the time, but not at once. */
const RETRY_AFTER = 5;

/**
 * How many of them read at once, when they come and when a change has woken them. Each takes about two milliseconds and a connection; a thousand
 * at once would keep everybody else from the database for as long as all of them take.
 */
const READING = { user: 1, tenant: 2, server: 3 };
/** All may come or be woken together, and each has its turn. */
const WOKEN = { user: 5_000, tenant: 5_000, server: 5_000 };
const LONGEST_TURN_MS = 60_000;

/** The waiting requests of a process. */
export type Waits = {
  /** Takes a place to wait for changes; throws a Problem when the user, the tenant or the server has too many. */
  enter(): Promise<Leave>;
  /** Reads for a waiter when it is its turn. */
  inTurn<Result>(read: () => Promise<Result>, abort: AbortSignal): Promise<Result>;
  queues: { waits: FairQueue; readings: FairQueue };
};

export const createWaits = (): Waits => {
  const waits = createFairQueue({
    places: MOST_WAITING,
    waiting: { user: 0, tenant: 0, server: 0 },
    patience: 0,
    refuse: (limit) => tooMuchAtOnce(limit, RETRY_AFTER),
  });
  const readings = createFairQueue({
    places: READING,
    waiting: WOKEN,
    patience: LONGEST_TURN_MS,
    refuse: (limit) => tooMuchAtOnce(limit),
  });
  const takeTurn = async (caller: Caller, abort: AbortSignal) => {
    try {
      return await readings.take(caller, abort);
    } catch (error) {
      throw abort.aborted ? new CallerGone() : error;
    }
  };
  return {
    enter: async () => waits.take(currentCaller()),
    inTurn: async (read, abort) => {
      const leave = await takeTurn(currentCaller(), abort);
      try {
        return await read();
      } finally {
        leave();
      }
    },
    queues: { waits, readings },
  };
};
