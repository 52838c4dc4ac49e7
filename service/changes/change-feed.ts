import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type PageRow, TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import type { ChangeSignal } from './change-signal.ts';
import type { Position, ReadFrom } from './change-token.ts';
import { readStand } from './feed-stand.ts';
import { createLatestEntries, type LatestEntries } from './latest-entries.ts';
import { numberPendingBatch } from './number-pending.ts';

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
export type ReaderSource = {
  /** As far as this process knows. */
  current(): Promise<ChangeReader>;
  /** As the database knows. */
  anew(): Promise<ChangeReader>;
};

/** A page: the entries as JSON text, and the position after which to go on. */
export type ChangePage = {
  entries: string;
  position: Position;
  /** Whether the page holds anything the reader has not been handed yet (decision C4). */
  isNewer: boolean;
  /** The token lay beyond everything this history ever handed out (decision C6). */
  wasAhead: boolean;
};

export type ChangeFeed = {
  read(source: ReaderSource, from: ReadFrom, pageSize: number): Promise<ChangePage>;
  /** As read; when there is nothing new, waits for news at most `ms` (decision C12). Holds no connection meanwhile. */
  readOrWait(
    source: ReaderSource,
    from: ReadFrom,
    pageSize: number,
    patience: { ms: number; abort: AbortSignal },
  ): Promise<ChangePage>;
};

export const createChangeFeed = (db: Database, signal: ChangeSignal, now: () => number): ChangeFeed => {
  const latest = createLatestEntries(db, now);
  const read: ChangeFeed['read'] = (source, from, pageSize) =>
    readPage({ db, latest }, source, from, pageSize);
  return {
    read,
    readOrWait: async (source, from, pageSize, { ms, abort }) => {
      const { tenantId } = await source.current();
      const deadline = now() + ms;
      for (;;) {
        // Listening begins before reading, so that news between the two is not missed.
        const listening = new AbortController();
        const either = AbortSignal.any([abort, listening.signal]);
        const news = signal.wait(tenantId, Math.max(0, deadline - now()), either);
        try {
          const page = await read(source, from, pageSize);
          if (page.isNewer || from === 'end') return page;
          // Patience is over, or the server stops: one more look, for a signal from elsewhere may have been lost.
          if (!(await news)) return await read(source, from, pageSize);
        } finally {
          listening.abort();
        }
      }
    },
  };
};

/** Batches that one request may number: a queue of millions must not keep a reader from its first page. */
const BATCHES_A_READ = 10;

const NOTHING: PageRow = { size: 0, last: 0, entries: '' };

const readPage = async (
  { db, latest }: { db: Database; latest: LatestEntries },
  source: ReaderSource,
  from: ReadFrom,
  pageSize: number,
): Promise<ChangePage> => {
  let reader = await source.current();
  for (let batches = 0; ; ) {
    const { after, head, hasPending, floor, wasAhead, positionOf } = await readStand(db, reader, from);
    const mayNumber = hasPending && batches < BATCHES_A_READ;
    // What cannot fill a page is read once, when everything that belongs on it has its number.
    const isTooLittle = mayNumber && head - after < pageSize;
    const isUnread = after === head || isTooLittle;
    const newer = isUnread ? { ...NOTHING, floor } : await selectNewer(db, reader, after, pageSize);
    if (floor !== reader.floor || newer.floor !== reader.floor) {
      reader = await source.anew();
    } else if (mayNumber && newer.size < pageSize) {
      await numberPendingBatch(db, reader.tenantId);
      batches++;
    } else if (newer.size > 0) {
      return { entries: newer.entries, position: positionOf(newer.last), isNewer: true, wasAhead };
    } else {
      // Up to the head there is nothing more for this reader: going on from there, it never reads past it twice.
      const { entries } = await latest.read(reader, head);
      return { entries, position: positionOf(head), isNewer: false, wasAhead };
    }
  }
};

/**
 * What is newer, and the reader's floor at that moment. While it has not risen, no token handed out so far can lie above
 * the floor of a later change of the reader's rights, which takes the counter's version.
 */
const selectNewer = async (
  db: Database,
  { tenantId, userId, teamIds }: ChangeReader,
  after: number,
  pageSize: number,
): Promise<PageRow & { floor: string }> => {
  const { newer: statement } = teamIds === null ? TENANT_STATEMENTS : TEAM_STATEMENTS;
  const values = [tenantId, teamIds, after, pageSize, userId];
  const [page] = await run<PageRow & { floor: string }>(db, statement, values);
  return page!;
};
