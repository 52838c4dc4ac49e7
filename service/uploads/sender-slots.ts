import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * Each sending request buffers one piece (receive-upload.ts), a quarter of a gigabyte in total. A phone opens far fewer
 * connections, even if half of them are dead.
 */
const SLOTS = { user: 64, tenant: 192, server: 256 };
const NO_WAITING = { user: 0, tenant: 0, server: 0 };

/** Slots are limited per user, because sending slowly costs a client nothing. */
export const createSenderSlots = (): FairQueue =>
  createFairQueue({ slots: SLOTS, waiting: NO_WAITING, maxWaitMs: 0 });
