import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/** Seconds after which a rejected client may retry. */
const RETRY_AFTER = 10;

/** Concurrent imports. Each receives a file of up to 256 MiB at the speed of the client and stores it on disk. */
const SLOTS = { user: 1, tenant: 3, server: 6 };
const WAITING = { user: 1, tenant: 6, server: 12 };
const MAX_WAIT_MS = 5_000;

/** Limits the imports of a process. A slow client occupies only the slot of its user. */
export const createImportSlots = (): FairQueue =>
  createFairQueue({
    slots: SLOTS,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit, RETRY_AFTER),
  });
