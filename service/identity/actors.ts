import type { Database } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { findActor, isCredential } from './find-actor.ts';

/** How long another process may still accept a revoked credential (decision A7). */
const CACHED_FOR_MS = 5_000;
const MAX_CACHED = 10_000;

/**
 * Finds the owner of a credential: an access token, or the value of a session or device cookie. Results are cached for at
 * most five seconds. Any change to users, roles, teams or tokens clears the cache: immediately in the process that changed
 * them, on a notification in the others.
 */
export type Actors = {
  find(credential: string): Promise<Actor | undefined>;
  /** Always asks the database. */
  findUncached(credential: string): Promise<Actor | undefined>;
  clear(): void;
};

type Cached = { actor: Promise<Actor | undefined>; until: number };

export const createActors = (db: Database, now: () => number): Actors => {
  const cached = new Map<string, Cached>();
  const findUncached = async (credential: string) => {
    // Anyone can send an invalid credential of any length up to the header limit, so it is not cached.
    if (!isCredential(credential)) return undefined;
    const actor = findActor(db, credential);
    // A full cache is cleared rather than evicted: it fills again within milliseconds.
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(credential, { actor, until: now() + CACHED_FOR_MS });
    actor.catch(() => cached.delete(credential));
    return actor;
  };
  return {
    find: (credential) => {
      const known = cached.get(credential);
      return known && known.until > now() ? known.actor : findUncached(credential);
    },
    findUncached,
    clear: () => cached.clear(),
  };
};
