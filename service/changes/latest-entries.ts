import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { ChangeReader } from './change-feed.ts';
import { type PageRow, TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { Position } from './change-token.ts';

/** How long an entry may contain a user's former name, because renaming a user records no change. */
const CACHE_TTL_MS = 5_000;
const CACHE_SIZE = 2_000;
/** Longer entries are not cached: one with a thousand items may take 1.5 MB, and each user may need one. */
const MAX_CACHED_LENGTH = 16 * 1024;

/**
 * Caches a reader's latest entry: the response to a poll without changes (decision C4). An entry is valid for
 * one head, because no task changes without a pending row or a new head. The position identifies the history.
 */
export type LatestEntries = {
  read(reader: ChangeReader, head: number, position: Position): Promise<PageRow>;
};

export const createLatestEntries = (db: Database, now: () => number): LatestEntries => {
  const cache = new Map<string, { position: Position; floor: string; latest: PageRow; until: number }>();
  return {
    read: async ({ tenantId, userId, teamIds, floor }, head, position) => {
      const key = teamIds === null ? `${tenantId}` : `${tenantId} ${userId}`;
      const cached = cache.get(key);
      const isExact = cached?.position === position && (teamIds === null || cached.floor === floor);
      if (isExact && cached.until > now()) return cached.latest;
      const { latest: statement } = teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
      const [latest] = await run(db, statement, [tenantId, teamIds, head, userId]);
      if (latest!.entries.length > MAX_CACHED_LENGTH) return latest!;
      // Clearing a full cache is simpler than evicting entries. The next polls fill it again.
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(key, { position, floor, latest: latest!, until: now() + CACHE_TTL_MS });
      return latest!;
    },
  };
};
