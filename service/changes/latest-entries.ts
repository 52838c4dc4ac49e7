import type { ChangeReader } from './change-feed.ts';
import { TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { FeedHead } from './feed-head.ts';
import type { PageReader } from './page-reader.ts';
import { createTextCache } from './text-cache.ts';

/**
 * Returns a function that reads a reader's latest entry: the response to a poll without changes (decision C4). A cached
 * entry is valid for one head, because no task changes without a pending row or a new head.
 */
export const createLatestEntryReader = (readPage: PageReader, now: () => number) => {
  const cache = createTextCache(now);
  return async (
    reader: ChangeReader,
    { epoch, headVersion }: Pick<FeedHead, 'epoch' | 'headVersion'>,
  ): Promise<string> => {
    const { tenantId, userId, teamIds, floor } = reader;
    const scope = teamIds === null ? 'all' : `${userId} ${floor}`;
    const key = `${tenantId} ${epoch} ${headVersion} ${scope}`;
    const cachedEntries = cache.get(key);
    if (cachedEntries !== undefined) return cachedEntries;
    const { latest: statement } = teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
    const { entries } = await readPage(reader, statement, headVersion, 1);
    cache.set(key, entries);
    return entries;
  };
};
