import type { Database } from '#service/database/connect.ts';
import { readRow } from '#service/database/statement.ts';
import { TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { ChangeSignal } from './change-signal.ts';
import type { Position, ReadFrom } from './change-token.ts';
import { createFeedHeadReader, type FeedHead, type FeedHeadReader } from './feed-head.ts';
import { createLatestEntryReader } from './latest-entries.ts';
import { TEAM_LIVE_CHANGES, TENANT_LIVE_CHANGES } from './live-changes-statement.ts';
import { createLongPolls, type LongPolls } from './long-polls.ts';
import { numberPendingBatch } from './number-pending.ts';
import { createPageReader, type PageRow } from './page-reader.ts';
import { recordReader } from './record-reader.ts';
import { createSharedReads } from './shared-reads.ts';

/**
 * If `teamIds` is null, the reader sees the entire tenant (decision T19). `floor` (feed_reader) rises whenever the
 * reader's permissions change.
 */
export type ChangeReader = {
  tenantId: number;
  userId: number;
  teamIds: readonly string[] | null;
  floor: string;
};

/** Looked up again on every read, because permissions may change while the reader waits. */
export type ReaderSource<Reader = ChangeReader> = {
  getCached(): Promise<Reader>;
  reload(): Promise<Reader>;
};

/** `entries` is JSON; `position` is where the reader continues. */
export type ChangePage = {
  entries: string;
  position: Position;
  /** Decision C4. */
  hasNewChanges: boolean;
  /** There may be another page. */
  isFull: boolean;
  /** The token was issued for different permissions (decision C13) or in a lost history (decision C6). */
  isReset: boolean;
  /** The token was beyond every position issued in this history (decision C6). */
  wasTokenAhead: boolean;
};

export type ChangeFeed<Reader = ChangeReader> = {
  read(source: ReaderSource<Reader>, from: ReadFrom, pageSize: number): Promise<ChangePage>;
  /** Waits up to `ms` for changes (decision C12). Throws a Problem if too many requests are already waiting. */
  readOrWait(
    source: ReaderSource<Reader>,
    from: ReadFrom,
    pageSize: number,
    wait: { ms: number; signal: AbortSignal },
  ): Promise<ChangePage>;
};

type FeedFormat<Reader> = {
  readPage(reader: Reader, afterVersion: number, pageSize: number): Promise<PageRow>;
  /** Returns the entries for a reader that has received all changes. */
  readLatest(reader: Reader, feedHead: FeedHead): Promise<string>;
  /** Whether readers maintain a copy of the data, so that an invalid token restarts them from the first change. */
  isUsedForCopies: boolean;
};

export const createChangeFeed = (
  db: Database,
  signal: ChangeSignal,
  now: () => number,
  longPolls = createLongPolls(),
): ChangeFeed => {
  const readPage = createPageReader(db, now);
  return createFeed<ChangeReader>(
    { db, signal, now, longPolls },
    {
      readPage: (reader, afterVersion, pageSize) => {
        const { newer } = reader.teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
        return readPage(reader, newer, afterVersion, pageSize);
      },
      readLatest: createLatestEntryReader(readPage, now),
      isUsedForCopies: true,
    },
  );
};

/** `inspectedTeamIds` lists the teams in which the reader sees other people's inspections, or is null for all teams. */
export type LiveChangeReader = ChangeReader & { inspectedTeamIds: readonly string[] | null };

/** Creates a feed for open portal pages, which reload whatever has changed. */
export const createLiveChangeFeed = (
  db: Database,
  signal: ChangeSignal,
  now: () => number,
  longPolls = createLongPolls(),
): ChangeFeed<LiveChangeReader> =>
  createFeed<LiveChangeReader>(
    { db, signal, now, longPolls },
    {
      readPage: ({ tenantId, teamIds, userId, inspectedTeamIds }, afterVersion, pageSize) => {
        const statement = teamIds === null ? TENANT_LIVE_CHANGES : TEAM_LIVE_CHANGES;
        return readRow(db, statement, [tenantId, teamIds, afterVersion, userId, pageSize, inspectedTeamIds]);
      },
      readLatest: async () => '',
      isUsedForCopies: false,
    },
  );

type FeedDependencies = { db: Database; signal: ChangeSignal; now: () => number; longPolls: LongPolls };

const createFeed = <Reader extends ChangeReader>(
  { db, signal, now, longPolls }: FeedDependencies,
  format: FeedFormat<Reader>,
): ChangeFeed<Reader> => {
  const sharedReads = createSharedReads<ChangePage>();
  const readFeedHead = createFeedHeadReader(db);
  const read: ChangeFeed<Reader>['read'] = (source, from, pageSize) =>
    readPage({ db, format, readFeedHead }, source, from, pageSize);
  return {
    read,
    readOrWait: async (source, from, pageSize, { ms, signal: abortSignal }) => {
      using _slot = await longPolls.acquireSlot();
      const { tenantId } = await source.getCached();
      const deadline = now() + ms;
      const listen = (stopSignal: AbortSignal) =>
        signal.wait(tenantId, Math.max(0, deadline - now()), AbortSignal.any([abortSignal, stopSignal]));
      const readWhenAllowed = () => {
        const wokenAt = sharedReads.wakeUp();
        return longPolls.runInTurn(async () => {
          const reader = await source.getCached();
          return sharedReads.read(JSON.stringify([reader, String(from), pageSize]), wokenAt, () =>
            read(source, from, pageSize),
          );
        }, abortSignal);
      };
      for (;;) {
        // Listen before reading, so that no change in between is missed.
        const listener = new AbortController();
        const change = listen(listener.signal);
        try {
          const page = await readWhenAllowed();
          if (page.hasNewChanges || from === 'end') return page;
          // Read once more, in case a notification was lost.
          if (!(await change)) return await readWhenAllowed();
        } finally {
          listener.abort();
        }
      }
    },
  };
};

/** Caps the batches numbered per request, so that millions of changes do not delay a reader's first page. */
const BATCHES_PER_READ = 10;

const EMPTY_PAGE: Omit<PageRow, 'floor'> = { size: 0, last: 0, entries: '', is_cut: false };

const readPage = async <Reader extends ChangeReader>(
  { db, format, readFeedHead }: { db: Database; format: FeedFormat<Reader>; readFeedHead: FeedHeadReader },
  source: ReaderSource<Reader>,
  from: ReadFrom,
  pageSize: number,
): Promise<ChangePage> => {
  let reader = await source.getCached();
  for (let batches = 0; ; ) {
    const feedHead = await readFeedHead(reader, from);
    const { afterVersion, headVersion, hasPending, floor, wasTokenAhead, isReset, readPosition } = feedHead;
    if (format.isUsedForCopies && !feedHead.isRecorded && floor === reader.floor) {
      await recordReader(db, reader);
      continue;
    }
    const skipsToHead = isReset && !format.isUsedForCopies;
    const canNumber = hasPending && batches < BATCHES_PER_READ && !skipsToHead;
    // Before reading a partial page, number all changes that belong on it.
    const isIncomplete = canNumber && headVersion - afterVersion < pageSize;
    const canSkipRead = afterVersion === headVersion || isIncomplete || skipsToHead;
    const pageRow = canSkipRead
      ? { ...EMPTY_PAGE, floor }
      : await format.readPage(reader, afterVersion, pageSize);
    const isFull = pageRow.size === pageSize || pageRow.is_cut;
    const page = { wasTokenAhead, isReset, isFull };
    if (floor !== reader.floor || pageRow.floor !== reader.floor) {
      reader = await source.reload();
    } else if (canNumber && !isFull) {
      await numberPendingBatch(db, reader.tenantId);
      batches++;
    } else if (pageRow.size > 0) {
      const position = await readPosition(pageRow.last);
      return { ...page, entries: pageRow.entries, position, hasNewChanges: true };
    } else {
      // No change up to the head is visible to the reader, so it continues from the head.
      const position = await readPosition(headVersion);
      const entries = await format.readLatest(reader, feedHead);
      return { ...page, entries, position, hasNewChanges: skipsToHead };
    }
  }
};
