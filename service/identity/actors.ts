import type { Database } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { findActor, isWellFormedCredential } from './find-actor.ts';

/** How long another process may still accept a revoked credential (decision A7). */
const CACHE_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Finds the owners of credentials. Changes to users, roles, teams or tokens clear the cache in all processes. */
export type Actors = {
  find(credential: string): Promise<Actor | undefined>;
  findUncached(credential: string): Promise<Actor | undefined>;
  clear(): void;
};

type CacheEntry = { actor: Promise<Actor | undefined>; expiresAt: number };

export const createActors = (db: Database, now: () => number): Actors => {
  const cache = new Map<string, CacheEntry>();
  const findUncached = async (credential: string) => {
    // Malformed credentials are not cached: anyone can send them, and they can be as long as the header limit allows.
    if (!isWellFormedCredential(credential)) return undefined;
    const actor = findActor(db, credential);
    // Clearing a full cache is simpler than evicting entries, and the cache refills within milliseconds.
    if (cache.size >= MAX_ENTRIES) cache.clear();
    cache.set(credential, { actor, expiresAt: now() + CACHE_MS });
    actor.catch(() => cache.delete(credential));
    return actor;
  };
  return {
    find: (credential) => {
      const entry = cache.get(credential);
      return entry && entry.expiresAt > now() ? entry.actor : findUncached(credential);
    },
    findUncached,
    clear: () => cache.clear(),
  };
};
