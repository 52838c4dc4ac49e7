import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/** The number of seconds after which a rejected client may retry. */
const RETRY_AFTER_SECONDS = 10;

/** Each import receives a file of up to 256 MiB as fast as the client sends it, and stores it on disk. */
const SLOTS = { user: 1, tenant: 3, server: 6 };
const WAITING = { user: 1, tenant: 6, server: 12 };
const MAX_WAIT_MS = 5_000;

/** Creates the queue that limits the imports in this process. A slow client occupies only its own user's slot. */
export const createImportSlots = (): FairQueue =>
  createFairQueue({
    slots: SLOTS,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit, RETRY_AFTER_SECONDS),
  });
