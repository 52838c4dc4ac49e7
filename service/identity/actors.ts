import type { Database } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { findActor } from './tokens/access-token.ts';

/** How long another process may still believe a token that was revoked (decision A7). */
const BELIEVED_FOR_MS = 5_000;
const REMEMBERED_TOKENS = 10_000;

/**
 * Who the bearer of a token is. The answer is remembered for at most five seconds and forgotten as soon as anything
 * about people changes: at once by the process that changed it, on a notification by the others.
 */
export type Actors = {
  find(accessToken: string): Promise<Actor | undefined>;
  /** Asks the database, whatever is remembered. */
  findAnew(accessToken: string): Promise<Actor | undefined>;
  forget(): void;
};

type Remembered = { actor: Promise<Actor | undefined>; until: number };

export const createActors = (db: Database, now: () => number): Actors => {
  const remembered = new Map<string, Remembered>();
  const findAnew = (accessToken: string) => {
    const actor = findActor(db, accessToken);
    // A full memory is emptied rather than managed: it fills again within milliseconds.
    if (remembered.size >= REMEMBERED_TOKENS) remembered.clear();
    remembered.set(accessToken, { actor, until: now() + BELIEVED_FOR_MS });
    actor.catch(() => remembered.delete(accessToken));
    return actor;
  };
  return {
    find: (accessToken) => {
      const known = remembered.get(accessToken);
      return known && known.until > now() ? known.actor : findAnew(accessToken);
    },
    findAnew,
    forget: () => remembered.clear(),
  };
};
