import type { Database } from '#service/database/connect.ts';
import { readRow } from '#service/database/statement.ts';
import type { ChangeReader } from './change-feed.ts';
import { TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { Position } from './change-token.ts';

/**
 * Renaming a user records no change, so an entry may show the old name for this long. Most applications poll more
 * often.
 */
const CACHE_TTL_MS = 60_000;
/** In characters: 20,000 entries of the usual size. */
const MAX_TOTAL_LENGTH = 16 * 1024 * 1024;
/** An entry with a thousand items can be 1.5 MB, and each user may need a different one. */
const MAX_CACHED_LENGTH = 16 * 1024;

/**
 * Returns a function that reads a reader's latest entry: the response to a poll without changes (decision C4). A cached
 * entry is valid for one head, because no task changes without a pending row or a new head.
 */
export const createLatestEntryReader = (db: Database, now: () => number) => {
  const cache = new Map<string, { position: Position; floor: string; entries: string; expiresAt: number }>();
  let totalLength = 0;
  const remove = (key: string) => {
    totalLength -= cache.get(key)?.entries.length ?? 0;
    cache.delete(key);
  };
  return async (reader: ChangeReader, headVersion: number, position: Position): Promise<string> => {
    const { tenantId, userId, teamIds, floor } = reader;
    const key = teamIds === null ? `${tenantId}` : `${tenantId} ${userId}`;
    const entry = cache.get(key);
    const isValid = entry?.position === position && (teamIds === null || entry.floor === floor);
    if (isValid && entry.expiresAt > now()) return entry.entries;
    const { latest: statement } = teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
    const { entries } = await readRow(db, statement, [tenantId, teamIds, headVersion, userId]);
    remove(key);
    if (entries.length > MAX_CACHED_LENGTH) return entries;
    cache.set(key, { position, floor, entries, expiresAt: now() + CACHE_TTL_MS });
    totalLength += entries.length;
    // The oldest entry expires first.
    while (totalLength > MAX_TOTAL_LENGTH) remove(cache.keys().next().value!);
    return entries;
  };
};
