import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * The maximum numbers of requests that can send bytes at the same time. The server buffers one piece for each of
 * them (receive-upload.ts), which adds up to a quarter of a gigabyte. The limit per user is far above the number
 * of connections that a phone opens, even if half of them are dead.
 */
const SLOTS = { user: 64, tenant: 192, server: 256 };
const NO_WAITING = { user: 0, tenant: 0, server: 0 };

/** Creates the slots of this process. They are limited per user, because it costs a client nothing to send slowly. */
export const createSenderSlots = (): FairQueue =>
  createFairQueue({
    slots: SLOTS,
    waiting: NO_WAITING,
    maxWaitMs: 0,
    createError: (limit) => tooManyRequests(limit),
  });
