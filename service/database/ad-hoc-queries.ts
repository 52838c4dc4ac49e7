import type { CompiledQuery } from 'kysely';

/*
 * Ad hoc queries that clients compose (OData). They run on separate connections: each is planned for its values and
 * cancelled after two seconds, and they never take connections from creates, reads and the feed (decision O12, R15).
 */

/** A borrowed connection. If it is not intact when returned, it is closed, which cancels its statement. */
export type Borrowed = {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** Bytes received on this connection so far. */
  bytesRead(): number;
  release(isWhole: boolean): void;
};
/** Lends a connection when it is the caller's turn; rejects with the signal's reason if the signal aborts first. */
export type Lender = (until: AbortSignal) => Promise<Borrowed>;

/** A query for rows, and optionally the statement that counts them. */
export type ListQuery = {
  rows: CompiledQuery;
  total: CompiledQuery | undefined;
  /** Upper limit of the number of rows, if known. */
  max: number | undefined;
};

/** The first rows, and an iterable for the rest, if any. */
export type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

export type AdHocQueries = {
  /**
   * Runs a query. Resolves once the first rows have arrived, so that early errors occur before anything is sent. When
   * `abort` fires, the client has disconnected and the statement is cancelled.
   */
  list<Row>(question: ListQuery, abort: AbortSignal): Promise<List<Row>>;
  /** Fetches a result that is known to be small in one step. */
  few<Row>(rows: CompiledQuery, abort: AbortSignal): Promise<Row[]>;
  /**
   * Runs several queries on one snapshot. Read each list to its end, one after the other. Resolves once the first rows
   * of the first list have arrived.
   */
  series<Row>(lists: readonly CompiledQuery[], abort: AbortSignal): Promise<AsyncIterable<Row[]>[]>;
};

/** The client has disconnected. */
export class ClientDisconnected extends Error {}

/** A query took too much time or memory. */
export class QueryTooCostly extends Error {}

/** Milliseconds. */
export const QUERY_TIMEOUTS = {
  /** Waiting for a connection. */
  turn: 2_000,
  /** The same for long lists, which keep their connections for seconds. A user may request several at a time. */
  turnOfLongList: 10_000,
  /** PostgreSQL cancels a statement after this time. */
  statement: 1_800,
  /** Until the first rows arrive, across all statements: within two seconds (decision O12). */
  firstRows: 1_900,
  /** For each later batch: the client already has rows, so an error would come too late. */
  batch: 30_000,
  /** Between batches: longer than the time a slow client is given (service/http/stream-list.ts). */
  idle: 20_000,
};

/**
 * Up to this many rows are read in one step; more use a cursor and produce a long response. A row usually takes 1 KB
 * but can take 800 KB (decision W15).
 */
const FEW = 20;
export const isFew = (max: number | undefined): boolean => max !== undefined && max <= FEW;
/**
 * Approximate size of a batch. Writing it as JSON takes 1 ms; with four times the size all other requests waited twice
 * as long.
 */
const BATCH_BYTES = 64 * 1024;

/** Codes for time (57014), memory (53200, 53400), and the size of a value or statement (54). */
const TOO_COSTLY = /^(57014|53200|53400|54)/;

export const createAdHocQueries = (lend: { short: Lender; streams: Lender }): AdHocQueries => ({
  list: async <Row>({ rows, total, max }: ListQuery, abort: AbortSignal): Promise<List<Row>> => {
    // In parallel, so that both finish within the time of one.
    const counting = total && count(await leaseFrom(lend.short, abort), total);
    counting?.catch(() => undefined);
    if (isFew(max)) {
      const found = await ask(await leaseFrom(lend.short, abort), rows);
      return { total: await counting, rows: found as Row[], rest: undefined };
    }
    const lease = await leaseFrom(lend.streams, abort);
    try {
      const list = await stream<Row>(lease, rows);
      return { total: await counting, ...list };
    } catch (error) {
      lease.abandon();
      throw error;
    }
  },
  few: async <Row>(rows: CompiledQuery, abort: AbortSignal) =>
    (await ask(await leaseFrom(lend.short, abort), rows)) as Row[],
  series: async <Row>(lists: readonly CompiledQuery[], abort: AbortSignal) => {
    const lease = await leaseFrom(lend.streams, abort);
    try {
      await begin(lease);
      const first = await open<Row>(lease, lists[0]!);
      await extendTimeout(lease);
      return lists.map((list, index) =>
        listOf<Row>(lease, {
          opening: async () => (index === 0 ? first : open<Row>(lease, list)),
          end: index === lists.length - 1 ? 'commit' : 'close list',
        }),
      );
    } catch (error) {
      lease.abandon();
      throw error;
    }
  },
});

const count = async (lease: Lease, statement: CompiledQuery): Promise<number> => {
  const [counted] = (await ask(lease, statement)) as { total: number }[];
  return counted!.total;
};

const ask = async (lease: Lease, { sql, parameters }: CompiledQuery): Promise<unknown[]> => {
  try {
    const rows = await lease.query(sql, parameters);
    lease.release();
    return rows;
  } finally {
    lease.abandon();
  }
};

/** Reads through a cursor: rows are fetched as the client reads them, and unread rows are never fetched. */
const stream = async <Row>(
  lease: Lease,
  statement: CompiledQuery,
): Promise<Pick<List<Row>, 'rows' | 'rest'>> => {
  await begin(lease);
  const first = await open<Row>(lease, statement);
  if (first.next > 0) {
    await extendTimeout(lease);
    return { rows: first.rows, rest: restOf<Row>(lease, first.next, 'commit') };
  }
  await lease.query('commit');
  lease.release();
  return { rows: first.rows, rest: undefined };
};

/** Every list in the transaction shows the data as of the first one. */
const begin = (lease: Lease) => lease.query('begin isolation level repeatable read');

const extendTimeout = (lease: Lease) => {
  lease.onFirstRows();
  return lease.query(`set local statement_timeout = ${QUERY_TIMEOUTS.batch}`);
};

/** Rows, and the number of rows to fetch next; 0 after the last. */
type Batch<Row> = { rows: Row[]; next: number };

const open = async <Row>(lease: Lease, { sql, parameters }: CompiledQuery): Promise<Batch<Row>> => {
  await lease.query(`declare list no scroll cursor for ${sql}`, parameters);
  return fetchBatch<Row>(lease, FEW);
};

/** The next batch has at most twice as many rows. */
const fetchBatch = async <Row>(lease: Lease, size: number): Promise<Batch<Row>> => {
  const before = lease.bytesRead();
  const rows = (await lease.query(`fetch ${size} from list`)) as Row[];
  if (rows.length < size) return { rows, next: 0 };
  const bytesPerRow = (lease.bytesRead() - before) / size;
  return { rows, next: Math.max(1, Math.min(2 * size, Math.floor(BATCH_BYTES / bytesPerRow))) };
};

type End = 'commit' | 'close list';

async function* restOf<Row>(lease: Lease, size: number, end: End): AsyncGenerator<Row[]> {
  let isRead = false;
  try {
    for (let next = size; next > 0; ) {
      const batch = await fetchBatch<Row>(lease, next);
      next = batch.next;
      if (batch.rows.length > 0) yield batch.rows;
    }
    await lease.query(end);
    if (end === 'commit') lease.release();
    isRead = true;
  } finally {
    if (!isRead) lease.abandon();
  }
}

/** Yields one of several lists to its end. Its first rows may have been read already. */
async function* listOf<Row>(
  lease: Lease,
  { opening, end }: { opening: () => Promise<Batch<Row>>; end: End },
): AsyncGenerator<Row[]> {
  let isRead = false;
  try {
    const { rows, next } = await opening();
    if (rows.length > 0) yield rows;
    yield* restOf<Row>(lease, next, end);
    isRead = true;
  } finally {
    if (!isRead) lease.abandon();
  }
}

type Lease = Pick<Borrowed, 'bytesRead'> & {
  query(text: string, values?: readonly unknown[]): Promise<unknown[]>;
  /** Ends the short timeout that applies before the first rows. */
  onFirstRows(): void;
  release(): void;
  /** Closes the connection even if it is in use. Does nothing after it was returned. */
  abandon(): void;
};

/** Borrows a connection. It is closed when `abort` fires or when the first rows take too long. */
const leaseFrom = async (lend: Lender, abort: AbortSignal): Promise<Lease> => {
  const borrowed = await borrowUntil(lend, abort);
  let ended: Error | undefined;
  let isOpen = true;
  const end = (isWhole: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    abort.removeEventListener('abort', leave);
    clearTimeout(deadline);
    borrowed.release(isWhole);
  };
  const endWith = (reason: Error) => {
    ended ??= reason;
    end(false);
  };
  const leave = () => endWith(new ClientDisconnected());
  const deadline = setTimeout(() => endWith(new QueryTooCostly()), QUERY_TIMEOUTS.firstRows);
  abort.addEventListener('abort', leave);
  if (abort.aborted) leave();
  return {
    bytesRead: borrowed.bytesRead,
    onFirstRows: () => clearTimeout(deadline),
    abandon: () => end(false),
    release: () => end(true),
    query: async (text, values = []) => {
      if (!isOpen) throw ended ?? new ClientDisconnected();
      try {
        return await borrowed.query(text, values);
      } catch (error) {
        if (ended) throw ended;
        const { code } = error as { code?: unknown };
        throw typeof code === 'string' && TOO_COSTLY.test(code) ? new QueryTooCostly() : error;
      }
    },
  };
};

const borrowUntil = async (lend: Lender, abort: AbortSignal): Promise<Borrowed> => {
  const waiting = new AbortController();
  const leave = () => waiting.abort(new ClientDisconnected());
  abort.addEventListener('abort', leave);
  if (abort.aborted) leave();
  try {
    return await lend(waiting.signal);
  } finally {
    abort.removeEventListener('abort', leave);
  }
};
