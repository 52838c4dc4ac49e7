import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type PageRow, TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { ChangeSignal } from './change-signal.ts';
import type { Position, ReadFrom } from './change-token.ts';
import { readFeedHead } from './feed-head.ts';
import { createLatestEntries } from './latest-entries.ts';
import { TEAM_NEWS, TENANT_NEWS } from './news-statement.ts';
import { numberPendingBatch } from './number-pending.ts';
import { recordReader } from './record-reader.ts';
import { createShareReads } from './share-reads.ts';
import { createWaits, type Waits } from './waits.ts';

/**
 * Whose eyes the feed is read with. `teamIds` null sees the whole tenant (decision T19). `floor` is that of
 * feed_reader, read in the same statement as the rest: it rises with every change of what the reader may see.
 */
export type ChangeReader = {
  tenantId: number;
  userId: number;
  teamIds: readonly string[] | null;
  floor: string;
};

/** Who asks, asked anew for each look at the feed: in a minute of waiting, permissions may change. */
export type ReaderSource<Reader = ChangeReader> = {
  /** As far as this process knows. */
  current(): Promise<Reader>;
  /** As the database knows. */
  anew(): Promise<Reader>;
};

/** A page: the entries as JSON text, and the position after which to go on. */
export type ChangePage = {
  entries: string;
  position: Position;
  /** Whether the page holds anything the reader has not been handed yet (decision C4). */
  isNewer: boolean;
  /** As many rows as were asked for: there may be more. */
  isFull: boolean;
  /** The token no longer counts: it is of other rights (decision C13), or of a history that is gone (decision C6). */
  isReset: boolean;
  /** The token lay beyond everything this history ever handed out (decision C6). */
  wasAhead: boolean;
};

export type ChangeFeed<Reader = ChangeReader> = {
  read(source: ReaderSource<Reader>, from: ReadFrom, pageSize: number): Promise<ChangePage>;
  /**
   * As read; when there is nothing new, waits for changes at most `ms` (decision C12) and holds no connection while it
   * does. Throws a Problem when too many wait.
   */
  readOrWait(
    source: ReaderSource<Reader>,
    from: ReadFrom,
    pageSize: number,
    patience: { ms: number; abort: AbortSignal },
  ): Promise<ChangePage>;
};

/** How entries are written, and what is done when nothing is new or a token no longer counts. */
type FeedForm<Reader> = {
  /** Statement and values of a page of what is newer than version `after`. */
  newer(reader: Reader, after: number, pageSize: number): [text: string, values: readonly unknown[]];
  /** The entries for a reader that has seen everything up to the head, which is at `position`. */
  latest(reader: Reader, head: number, position: Position): Promise<string>;
  /**
   * Whether readers build a copy of what they are shown: a token that no longer counts then leads to the start, otherwise
   * to the head, and what they may have read is recorded.
   */
  buildsCopy: boolean;
};

/** The feed of the given interface. */
export const createChangeFeed = (
  db: Database,
  signal: ChangeSignal,
  now: () => number,
  waits = createWaits(),
): ChangeFeed => {
  const latest = createLatestEntries(db, now);
  return createFeed<ChangeReader>(
    { db, signal, now, waits },
    {
      newer: ({ tenantId, teamIds, userId }, after, pageSize) => [
        (teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS).newer,
        [tenantId, teamIds, after, userId, pageSize],
      ],
      latest: async (reader, head, position) => (await latest.read(reader, head, position)).entries,
      buildsCopy: true,
    },
  );
};

/** Reads news for a page that is open. `inspectedTeamIds`: where it sees the inspections of others, null for everywhere. */
export type NewsReader = ChangeReader & { inspectedTeamIds: readonly string[] | null };

/** The same positions for pages that are open: they keep no copy to complete, but load again what has changed. */
export const createNewsFeed = (
  db: Database,
  signal: ChangeSignal,
  now: () => number,
  waits = createWaits(),
): ChangeFeed<NewsReader> =>
  createFeed<NewsReader>(
    { db, signal, now, waits },
    {
      newer: ({ tenantId, teamIds, userId, inspectedTeamIds }, after, pageSize) => [
        teamIds === null ? TENANT_NEWS : TEAM_NEWS,
        [tenantId, teamIds, after, userId, pageSize, inspectedTeamIds],
      ],
      latest: async () => '',
      buildsCopy: false,
    },
  );

type FeedTools = { db: Database; signal: ChangeSignal; now: () => number; waits: Waits };

const createFeed = <Reader extends ChangeReader>(
  { db, signal, now, waits }: FeedTools,
  form: FeedForm<Reader>,
): ChangeFeed<Reader> => {
  const shared = createShareReads<ChangePage>();
  const read: ChangeFeed<Reader>['read'] = (source, from, pageSize) =>
    readPage({ db, form }, source, from, pageSize);
  return {
    read,
    readOrWait: async (source, from, pageSize, { ms, abort }) => {
      const leave = await waits.enter();
      try {
        const { tenantId } = await source.current();
        const deadline = now() + ms;
        const listen = (until: AbortSignal) =>
          signal.wait(tenantId, Math.max(0, deadline - now()), AbortSignal.any([abort, until]));
        /** In turn with all that came or were woken at the same moment, and together with those who see the same. */
        const readInTurn = () => {
          const wokenAt = shared.wakeUp();
          return waits.inTurn(async () => {
            const reader = await source.current();
            return shared.read(JSON.stringify([reader, String(from), pageSize]), wokenAt, () =>
              read(source, from, pageSize),
            );
          }, abort);
        };
        for (;;) {
          // Listens before reading, so that no change between the two is missed.
          const listening = new AbortController();
          const news = listen(listening.signal);
          try {
            const page = await readInTurn();
            if (page.isNewer || from === 'end') return page;
            // The wait has ended, or the server stops: reads once more, because a notification may have been lost.
            if (!(await news)) return await readInTurn();
          } finally {
            listening.abort();
          }
        }
      } finally {
        leave();
      }
    },
  };
};

/** Batches that one request may number: a queue of millions must not keep a reader from its first page. */
const BATCHES_A_READ = 10;

const NOTHING: PageRow = { size: 0, last: 0, entries: '' };

const readPage = async <Reader extends ChangeReader>(
  { db, form }: { db: Database; form: FeedForm<Reader> },
  source: ReaderSource<Reader>,
  from: ReadFrom,
  pageSize: number,
): Promise<ChangePage> => {
  let reader = await source.current();
  for (let batches = 0; ; ) {
    const feedHead = await readFeedHead(db, reader, from);
    const { after, head, hasPending, floor, wasAhead, isReset, positionOf } = feedHead;
    if (form.buildsCopy && !feedHead.isRecorded && floor === reader.floor) {
      await recordReader(db, reader);
      continue;
    }
    const isDone = isReset && !form.buildsCopy;
    const mayNumber = hasPending && batches < BATCHES_A_READ && !isDone;
    // What cannot fill a page is read once, when everything that belongs on it has its number.
    const isTooLittle = mayNumber && head - after < pageSize;
    const isUnread = after === head || isTooLittle || isDone;
    const newer = isUnread ? { ...NOTHING, floor } : await selectNewer(db, form, reader, after, pageSize);
    const page = { wasAhead, isReset, isFull: newer.size === pageSize };
    if (floor !== reader.floor || newer.floor !== reader.floor) {
      reader = await source.anew();
    } else if (mayNumber && newer.size < pageSize) {
      await numberPendingBatch(db, reader.tenantId);
      batches++;
    } else if (newer.size > 0) {
      return { ...page, entries: newer.entries, position: await positionOf(newer.last), isNewer: true };
    } else {
      // Up to the head there is nothing more for this reader: going on from there, it never reads past it twice.
      const position = await positionOf(head);
      const entries = await form.latest(reader, head, position);
      return { ...page, entries, position, isNewer: isDone };
    }
  }
};

/**
 * What is newer, and the reader's floor at that moment. While it has not risen, no token handed out so far can lie above
 * the floor of a later change of the reader's rights, which takes the counter's version.
 */
const selectNewer = async <Reader extends ChangeReader>(
  db: Database,
  form: FeedForm<Reader>,
  reader: Reader,
  after: number,
  pageSize: number,
): Promise<PageRow & { floor: string }> => {
  const [page] = await run<PageRow & { floor: string }>(db, ...form.newer(reader, after, pageSize));
  return page!;
};
