import type { Database } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { findActor, isCredential } from './find-actor.ts';

/** How long another process may still believe a credential that was revoked (decision A7). */
const BELIEVED_FOR_MS = 5_000;
const REMEMBERED_ACTORS = 10_000;

/**
 * Who holds a credential: an access token, or what the cookie of a session or device says. The answer is remembered for at most five
 * seconds and forgotten as soon as anything about people changes: at once by the process that changed it, on a notification
 * by the others.
 */
export type Actors = {
  find(credential: string): Promise<Actor | undefined>;
  /** Asks the database, whatever is remembered. */
  findAnew(credential: string): Promise<Actor | undefined>;
  forget(): void;
};

type Remembered = { actor: Promise<Actor | undefined>; until: number };

export const createActors = (db: Database, now: () => number): Actors => {
  const remembered = new Map<string, Remembered>();
  const findAnew = async (credential: string) => {
    // Anybody may send anything, of any length up to that of a header: it is not remembered.
    if (!isCredential(credential)) return undefined;
    const actor = findActor(db, credential);
    // A full memory is emptied rather than managed: it fills again within milliseconds.
    if (remembered.size >= REMEMBERED_ACTORS) remembered.clear();
    remembered.set(credential, { actor, until: now() + BELIEVED_FOR_MS });
    actor.catch(() => remembered.delete(credential));
    return actor;
  };
  return {
    find: (credential) => {
      const known = remembered.get(credential);
      return known && known.until > now() ? known.actor : findAnew(credential);
    },
    findAnew,
    forget: () => remembered.clear(),
  };
};
