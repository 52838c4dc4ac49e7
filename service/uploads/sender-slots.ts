import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * Concurrent senders. Each buffers one piece (receive-upload.ts), which amounts to a quarter of a gigabyte in total.
 * The limit per user is far above the number of connections that a phone opens, even if half of them are dead.
 */
const SLOTS = { user: 64, tenant: 192, server: 256 };
const NO_WAITING = { user: 0, tenant: 0, server: 0 };

/** Creates this process's slots. They are limited per user, because it costs a sender nothing to send slowly. */
export const createSenderSlots = (): FairQueue =>
  createFairQueue({
    slots: SLOTS,
    waiting: NO_WAITING,
    maxWaitMs: 0,
    createError: (limit) => tooManyRequests(limit),
  });
