import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { ChangeReader } from './change-feed.ts';
import { type PageRow, TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { Position } from './change-token.ts';

/** How long an entry may show the old name of a renamed team, workbook or user: renaming changes no task. */
const SHOWN_FOR_MS = 5_000;
const CACHE_SIZE = 2_000;

/**
 * Caches the latest entry a reader sees, which is the response to every poll that finds nothing new (decision C4). It
 * is cached for one head of the feed: a task cannot change without a pending row or a new head, so the entry is exact
 * as long as the head is the latest. The position identifies the history of the head.
 */
export type LatestEntries = {
  read(reader: ChangeReader, head: number, position: Position): Promise<PageRow>;
};

export const createLatestEntries = (db: Database, now: () => number): LatestEntries => {
  const cache = new Map<string, { position: Position; floor: string; latest: PageRow; until: number }>();
  return {
    read: async ({ tenantId, userId, teamIds, floor }, head, position) => {
      const key = teamIds === null ? `${tenantId}` : `${tenantId} ${userId}`;
      const known = cache.get(key);
      const isExact = known?.position === position && (teamIds === null || known.floor === floor);
      if (isExact && known.until > now()) return known.latest;
      const { latest: statement } = teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
      const [latest] = await run(db, statement, [tenantId, teamIds, head, userId]);
      // A full cache is cleared instead of managed: it fills again with the next polls.
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(key, { position, floor, latest: latest!, until: now() + SHOWN_FOR_MS });
      return latest!;
    },
  };
};
