import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/** Seconds after which a rejected client may retry. */
const RETRY_AFTER = 10;

/** Each import receives a file of up to 256 MiB, at the speed of the client, and stores it on disk until it is written. */
const SLOTS = { user: 1, tenant: 3, server: 6 };
const WAITING = { user: 1, tenant: 6, server: 12 };
const MAX_WAIT_MS = 5_000;

/** The imports of a process that receive their files. A slow client holds only the slot of its user. */
export const createImportSlots = (): FairQueue =>
  createFairQueue({
    slots: SLOTS,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit, RETRY_AFTER),
  });
