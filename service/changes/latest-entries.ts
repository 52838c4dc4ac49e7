import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { ChangeReader } from './change-feed.ts';
import { type PageRow, TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { Position } from './change-token.ts';

/** How long an entry may still show the old name of a renamed team, workbook or user: renaming changes no task. */
const SHOWN_FOR_MS = 5_000;
const REMEMBERED = 2_000;

/**
 * The latest entry that a reader sees, with which every poll that finds nothing new is answered (decision C4).
 * Remembered for a head of the feed: a task cannot change without a pending row or a new head, so what is remembered
 * for the head that is still the latest is exact. The position says which history the head belongs to.
 */
export type LatestEntries = {
  read(reader: ChangeReader, head: number, position: Position): Promise<PageRow>;
};

export const createLatestEntries = (db: Database, now: () => number): LatestEntries => {
  const remembered = new Map<string, { position: Position; floor: string; latest: PageRow; until: number }>();
  return {
    read: async ({ tenantId, userId, teamIds, floor }, head, position) => {
      const key = teamIds === null ? `${tenantId}` : `${tenantId} ${userId}`;
      const known = remembered.get(key);
      const isExact = known?.position === position && (teamIds === null || known.floor === floor);
      if (isExact && known.until > now()) return known.latest;
      const { latest: statement } = teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
      const [latest] = await run<PageRow>(db, statement, [tenantId, teamIds, head, userId]);
      // A full memory is emptied rather than managed: it fills again with the next polls.
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(key, { position, floor, latest: latest!, until: now() + SHOWN_FOR_MS });
      return latest!;
    },
  };
};
