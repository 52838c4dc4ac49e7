import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { TEAM_PAGE_STATEMENT, TENANT_PAGE_STATEMENT } from './change-page-statement.ts';
import type { ChangeSignal } from './change-signal.ts';
import type { Position, ReadFrom } from './change-token.ts';
import { numberPendingBatch } from './number-pending.ts';

/** Whose eyes the feed is read with; `teamIds` null sees the whole tenant (decision T19). */
export type ChangeReader = { tenantId: number; userId: number; teamIds: readonly string[] | null };

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
  read(reader: ChangeReader, from: ReadFrom, pageSize: number): Promise<ChangePage>;
  /** As read; when there is nothing new, waits for news at most `ms` (decision C12). Holds no connection meanwhile. */
  readOrWait(
    reader: ChangeReader,
    from: ReadFrom,
    pageSize: number,
    patience: { ms: number; abort: AbortSignal },
  ): Promise<ChangePage>;
};

export const createChangeFeed = (db: Database, signal: ChangeSignal, now: () => number): ChangeFeed => {
  const read: ChangeFeed['read'] = (reader, from, pageSize) => readPage(db, reader, from, pageSize);
  return {
    read,
    readOrWait: async (reader, from, pageSize, { ms, abort }) => {
      const deadline = now() + ms;
      for (;;) {
        // Listening begins before reading, so that news between the two is not missed.
        const listening = new AbortController();
        const either = AbortSignal.any([abort, listening.signal]);
        const news = signal.wait(reader.tenantId, Math.max(0, deadline - now()), either);
        try {
          const page = await read(reader, from, pageSize);
          if (page.isNewer || from === 'end') return page;
          // Patience is over, or the server stops: one more look, for a signal from elsewhere may have been lost.
          if (!(await news)) return await read(reader, from, pageSize);
        } finally {
          listening.abort();
        }
      }
    },
  };
};

/** Batches that one request may number: a queue of millions must not keep a reader from its first page. */
const BATCHES_A_READ = 10;

type PageRow = {
  size: number;
  entries: string;
  ahead: boolean;
  is_newer: boolean;
  position: string;
  has_pending: boolean;
};

const readPage = async (
  db: Database,
  reader: ChangeReader,
  from: ReadFrom,
  pageSize: number,
): Promise<ChangePage> => {
  const select = async () => {
    const values = [reader.tenantId, from === 'end' ? null : from.toString(), reader.userId, pageSize];
    const [row] = await (reader.teamIds === null
      ? run<PageRow>(db, TENANT_PAGE_STATEMENT, values)
      : run<PageRow>(db, TEAM_PAGE_STATEMENT, [...values, reader.teamIds]));
    return row!;
  };

  // Usually nothing is pending, and then this one statement has seen all there is.
  let row = await select();
  let isMorePending = row.has_pending;
  for (let batch = 0; isMorePending && row.size < pageSize && batch < BATCHES_A_READ; batch++) {
    isMorePending = await numberPendingBatch(db, reader.tenantId);
    row = await select();
  }
  return { entries: row.entries, position: BigInt(row.position), isNewer: row.is_newer, wasAhead: row.ahead };
};
