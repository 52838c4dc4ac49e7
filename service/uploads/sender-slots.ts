import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import type { Actor } from '#service/identity/actor.ts';

/**
 * Simultaneous senders, each of which may use a piece of memory (receive-upload.ts): a quarter of a gigabyte in all. One
 * person may have far more than a phone opens, even while half of its connections are dead.
 */
const PLACES = { user: 64, tenant: 192, server: 256 };
const NO_WAITING = { user: 0, tenant: 0, server: 0 };

/** Runs the work of a sender while it has a slot; throws if there is none. */
export type WithSlot = <Result>(sender: Actor, work: () => Promise<Result>) => Promise<Result>;

/** Slots of this process for senders. No one gets all of them, because sending slowly costs a sender nothing. */
export const createSenderSlots = (): WithSlot => {
  const queue = createFairQueue({
    slots: PLACES,
    waiting: NO_WAITING,
    maxWaitMs: 0,
    createError: (limit) => tooManyRequests(limit),
  });
  return async ({ tenantId, userId }, work) => {
    const release = await queue.acquire({ tenant: tenantId, user: userId });
    try {
      return await work();
    } finally {
      release();
    }
  };
};
