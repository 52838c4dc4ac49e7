import { tooMuchAtOnce } from '#service/admission/admission-problems.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import type { Actor } from '#service/identity/actor.ts';

/**
 * Senders at once, of whom each may take a piece of memory (receive-upload.ts): a quarter of a gigabyte in all. Of one
 * person far more than a phone opens, also while half of its connections are dead without a word.
 */
const PLACES = { user: 64, tenant: 192, server: 256 };
const NO_WAITING = { user: 0, tenant: 0, server: 0 };

/** Does something for a sender while it holds a place; refuses it when there is none. */
export type WithPlace = <Result>(sender: Actor, work: () => Promise<Result>) => Promise<Result>;

/** Places of this process for those who send bytes. Nobody has them all: sending slowly costs a sender nothing. */
export const createSenderPlaces = (): WithPlace => {
  const queue = createFairQueue({
    places: PLACES,
    waiting: NO_WAITING,
    patience: 0,
    refuse: (limit) => tooMuchAtOnce(limit),
  });
  return async ({ tenantId, userId }, work) => {
    const leave = await queue.take({ tenant: tenantId, user: userId });
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
