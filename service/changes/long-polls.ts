import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { type Caller, getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue, type Release } from '#service/admission/fair-queue.ts';
import { ClientDisconnectedError } from '#service/database/ad-hoc-queries.ts';
import { createRequestTurns } from '#service/http/request-turns.ts';

/** The maximum waiting requests per process (decision C12). A user with many tabs and devices has about ten. */
const MAX_WAITING = { user: 200, tenant: 1_000, server: 5_000 };
/** Short, because slots free up constantly. */
const RETRY_AFTER_SECONDS = 5;

/** Each read uses a connection for about 2 ms, so a thousand concurrent reads would block other requests. */
const CONCURRENT_READS = { user: 1, tenant: 2, server: 3 };
/** Large enough for all waiting requests: they may all be woken at the same time. */
const MAX_QUEUED = { user: 5_000, tenant: 5_000, server: 5_000 };
const MAX_TURN_MS = 60_000;

export type LongPolls = {
  /** Throws a Problem if the user, the tenant or the server has too many waiting requests. */
  acquireSlot(): Promise<Release>;
  runInTurn<Result>(read: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  queues: { waits: FairQueue; reads: FairQueue };
};

export const createLongPolls = (): LongPolls => {
  const waits = createFairQueue({
    slots: MAX_WAITING,
    waiting: { user: 0, tenant: 0, server: 0 },
    maxWaitMs: 0,
    createError: (limit) => tooManyRequests(limit, RETRY_AFTER_SECONDS),
  });
  // Rejecting 1,300 simultaneous requests in a single turn of the event loop would block it for 140 ms.
  const arrivals = createRequestTurns(MAX_QUEUED);
  const reads = createFairQueue({
    slots: CONCURRENT_READS,
    waiting: MAX_QUEUED,
    maxWaitMs: MAX_TURN_MS,
  });
  const acquireReadSlot = async (caller: Caller, signal: AbortSignal) => {
    try {
      return await reads.acquire(caller, signal);
    } catch (error) {
      throw signal.aborted ? new ClientDisconnectedError() : error;
    }
  };
  return {
    acquireSlot: async () => {
      const caller = getCurrentCaller();
      await arrivals.waitForTurn(caller);
      return waits.acquire(caller);
    },
    runInTurn: async (read, signal) => {
      using _slot = await acquireReadSlot(getCurrentCaller(), signal);
      return await read();
    },
    queues: { waits, reads },
  };
};
