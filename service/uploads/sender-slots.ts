import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * The server buffers one piece for each request that sends bytes (receive-upload.ts), a quarter of a gigabyte in total.
 * A phone opens far fewer connections, even if half of them are dead.
 */
const SLOTS = { user: 64, tenant: 192, server: 256 };
const NO_WAITING = { user: 0, tenant: 0, server: 0 };

/** The slots are limited per user, because it costs a client nothing to send slowly. */
export const createSenderSlots = (): FairQueue =>
  createFairQueue({ slots: SLOTS, waiting: NO_WAITING, maxWaitMs: 0 });
