import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { ChangeReader } from './change-feed.ts';
import { type PageRow, TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { Position } from './change-token.ts';

/** Renaming a user records no change, so an entry may contain the former name for this long. */
const CACHE_TTL_MS = 5_000;
const CACHE_SIZE = 2_000;
/**
 * Longer entries are not cached: an entry with a thousand items may take 1.5 MB, and each user may need a
 * different one.
 */
const MAX_CACHED_LENGTH = 16 * 1024;

/**
 * Caches a reader's latest entry: the response to a poll without changes (decision C4). An entry is valid for
 * one head, because no task changes without a pending row or a new head. The position identifies the history.
 */
export type LatestEntries = {
  read(reader: ChangeReader, headVersion: number, position: Position): Promise<PageRow>;
};

export const createLatestEntries = (db: Database, now: () => number): LatestEntries => {
  const cache = new Map<string, { position: Position; floor: string; page: PageRow; expiresAt: number }>();
  return {
    read: async ({ tenantId, userId, teamIds, floor }, headVersion, position) => {
      const key = teamIds === null ? `${tenantId}` : `${tenantId} ${userId}`;
      const entry = cache.get(key);
      const isValid = entry?.position === position && (teamIds === null || entry.floor === floor);
      if (isValid && entry.expiresAt > now()) return entry.page;
      const { latest: statement } = teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
      const [page] = await run(db, statement, [tenantId, teamIds, headVersion, userId]);
      if (page!.entries.length > MAX_CACHED_LENGTH) return page!;
      // Clearing a full cache is simpler than evicting entries. The next polls fill it again.
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(key, { position, floor, page: page!, expiresAt: now() + CACHE_TTL_MS });
      return page!;
    },
  };
};
