import { serverOverloaded } from '#service/http/request-problems.ts';
import type { Actor } from '#service/identity/actor.ts';

/** Senders at once, of whom each may take a piece of memory (receive-upload.ts): a quarter of a gigabyte. */
const MOST = 256;
/** And of one person: far more than a phone opens, also while half of its connections are dead without a word. */
const MOST_OF_ONE = 64;

/** Does something for a sender while it holds a place; refuses it when there is none. */
export type WithPlace = <Result>(sender: Actor, work: () => Promise<Result>) => Promise<Result>;

/** Places of this process for those who send bytes. Nobody has them all: sending slowly costs a sender nothing. */
export const createSenderPlaces = (): WithPlace => {
  const taken = new Map<string, number>();
  let all = 0;
  return async ({ tenantId, userId }, work) => {
    const sender = `${tenantId} ${userId}`;
    const own = taken.get(sender) ?? 0;
    if (all >= MOST || own >= MOST_OF_ONE) throw serverOverloaded();
    taken.set(sender, own + 1);
    all++;
    try {
      return await work();
    } finally {
      all--;
      const left = taken.get(sender)! - 1;
      if (left === 0) taken.delete(sender);
      else taken.set(sender, left);
    }
  };
};
