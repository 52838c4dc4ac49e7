import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';

/**
 * Each import receives up to 256 MiB, as fast as the client sends it, and spools it to disk. A slow client occupies
 * only its own user's slot.
 */
export const createImportSlots = (): FairQueue =>
  createFairQueue({
    slots: { user: 1, tenant: 3, server: 6 },
    waiting: { user: 1, tenant: 6, server: 12 },
    maxWaitMs: 5_000,
    createError: (limit) => tooManyRequests(limit, 10),
  });
