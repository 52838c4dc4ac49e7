import type { CompiledQuery } from 'kysely';

/*
 * Queries that clients compose with OData. They run on separate connections, so that they never take those of other
 * requests or of the feed. Each is planned for its values and cancelled after two seconds (decision O12, R15).
 */

/** A connection from a pool. If it is not intact when released, it is closed, which cancels its statement. */
export type BorrowedConnection = {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** Bytes received on this connection so far. */
  bytesRead(): number;
  release(isIntact: boolean): void;
};
/** Resolves with a connection when it is the caller's turn. Rejects with the signal's reason if the signal is aborted first. */
export type BorrowConnection = (until: AbortSignal) => Promise<BorrowedConnection>;

/** A query for rows, and optionally the statement that counts them. */
export type ListQuery = {
  rows: CompiledQuery;
  total: CompiledQuery | undefined;
  /** The upper limit of the number of rows, if known. */
  max: number | undefined;
};

/** The first rows, and an iterable for the rest, if any. */
export type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

export type AdHocQueries = {
  /**
   * Runs a query. Resolves once the first rows have arrived, so that early errors occur before the response starts. The
   * statement is cancelled when `signal` is aborted, because the client has disconnected.
   */
  list<Row>(query: ListQuery, signal: AbortSignal): Promise<List<Row>>;
  /** Runs a query with a small result. */
  fetchSmall<Row>(rows: CompiledQuery, signal: AbortSignal): Promise<Row[]>;
  /**
   * Runs several queries on one snapshot. Resolves once the first rows of the first list have arrived. The lists must be
   * read one after the other, each to its end.
   */
  listInSnapshot<Row>(lists: readonly CompiledQuery[], signal: AbortSignal): Promise<AsyncIterable<Row[]>[]>;
};

/** The client has disconnected. */
export class ClientDisconnectedError extends Error {}

/** A query took too much time or memory. */
export class QueryTooCostlyError extends Error {}

/** In milliseconds. */
export const QUERY_TIMEOUTS = {
  /** Waiting for a connection. */
  borrow: 2_000,
  /** Waiting for a connection for a long list. Long lists use a connection for seconds, and a user may request several. */
  borrowForLongList: 10_000,
  /** PostgreSQL cancels a statement after this time. */
  statement: 1_800,
  /** Until the first rows arrive, across all statements: within two seconds (decision O12). */
  firstRows: 1_900,
  /** For each later batch, when it is too late for an error response. */
  batch: 30_000,
  /** Between batches: longer than the timeout of slow clients (service/http/stream-list.ts). */
  idle: 20_000,
};

/**
 * A result with at most this many rows is fetched without a cursor. A row usually takes 1 KB, but can take 800 KB
 * (decision W15).
 */
const SMALL_RESULT_ROWS = 20;
export const isSmallResult = (max: number | undefined): boolean =>
  max !== undefined && max <= SMALL_RESULT_ROWS;
/**
 * Approximate size of a batch. Serialising it takes 1 ms; with four times the size, all other requests waited twice as
 * long.
 */
const BATCH_BYTES = 64 * 1024;

/** Codes for time (57014), memory (53200, 53400), and the size of a value or statement (54). */
const TOO_COSTLY_PATTERN = /^(57014|53200|53400|54)/;

export const createAdHocQueries = (pools: {
  short: BorrowConnection;
  streams: BorrowConnection;
}): AdHocQueries => ({
  list: async <Row>({ rows, total, max }: ListQuery, signal: AbortSignal): Promise<List<Row>> => {
    // Counts in parallel.
    const counting = total && readCount(await createLease(pools.short, signal), total);
    counting?.catch(() => undefined);
    if (isSmallResult(max)) {
      const fetched = await fetchAll(await createLease(pools.short, signal), rows);
      return { total: await counting, rows: fetched as Row[], rest: undefined };
    }
    const lease = await createLease(pools.streams, signal);
    try {
      const list = await openStream<Row>(lease, rows);
      return { total: await counting, ...list };
    } catch (error) {
      lease.abandon();
      throw error;
    }
  },
  fetchSmall: async <Row>(rows: CompiledQuery, signal: AbortSignal) =>
    (await fetchAll(await createLease(pools.short, signal), rows)) as Row[],
  listInSnapshot: async <Row>(lists: readonly CompiledQuery[], signal: AbortSignal) => {
    const lease = await createLease(pools.streams, signal);
    try {
      await begin(lease);
      const first = await openCursor<Row>(lease, lists[0]!);
      await extendTimeout(lease);
      return lists.map((list, index) =>
        yieldList<Row>(lease, {
          openFirst: async () => (index === 0 ? first : openCursor<Row>(lease, list)),
          end: index === lists.length - 1 ? 'commit' : 'close list',
        }),
      );
    } catch (error) {
      lease.abandon();
      throw error;
    }
  },
});

const readCount = async (lease: Lease, statement: CompiledQuery): Promise<number> => {
  const [row] = (await fetchAll(lease, statement)) as { total: number }[];
  return row!.total;
};

const fetchAll = async (lease: Lease, { sql, parameters }: CompiledQuery): Promise<unknown[]> => {
  try {
    const rows = await lease.query(sql, parameters);
    lease.release();
    return rows;
  } finally {
    lease.abandon();
  }
};

/** Reads through a cursor, so that rows are fetched only as fast as the client reads them. */
const openStream = async <Row>(
  lease: Lease,
  statement: CompiledQuery,
): Promise<Pick<List<Row>, 'rows' | 'rest'>> => {
  await begin(lease);
  const first = await openCursor<Row>(lease, statement);
  if (first.next > 0) {
    await extendTimeout(lease);
    return { rows: first.rows, rest: yieldRest<Row>(lease, first.next, 'commit') };
  }
  await lease.query('commit');
  lease.release();
  return { rows: first.rows, rest: undefined };
};

/** All lists in the transaction read the same snapshot. */
const begin = (lease: Lease) => lease.query('begin isolation level repeatable read');

const extendTimeout = (lease: Lease) => {
  lease.onFirstRows();
  return lease.query(`set local statement_timeout = ${QUERY_TIMEOUTS.batch}`);
};

/** The rows, and the number of rows to fetch next; 0 after the last. */
type Batch<Row> = { rows: Row[]; next: number };

const openCursor = async <Row>(lease: Lease, { sql, parameters }: CompiledQuery): Promise<Batch<Row>> => {
  await lease.query(`declare list no scroll cursor for ${sql}`, parameters);
  return fetchBatch<Row>(lease, SMALL_RESULT_ROWS);
};

/** The next batch has at most twice as many rows. */
const fetchBatch = async <Row>(lease: Lease, size: number): Promise<Batch<Row>> => {
  const bytesBefore = lease.bytesRead();
  const rows = (await lease.query(`fetch ${size} from list`)) as Row[];
  if (rows.length < size) return { rows, next: 0 };
  const bytesPerRow = (lease.bytesRead() - bytesBefore) / size;
  return { rows, next: Math.max(1, Math.min(2 * size, Math.floor(BATCH_BYTES / bytesPerRow))) };
};

type End = 'commit' | 'close list';

async function* yieldRest<Row>(lease: Lease, size: number, end: End): AsyncGenerator<Row[]> {
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

/** Yields the rows of one of several lists. Its first rows may have been read already. */
async function* yieldList<Row>(
  lease: Lease,
  { openFirst, end }: { openFirst: () => Promise<Batch<Row>>; end: End },
): AsyncGenerator<Row[]> {
  let isRead = false;
  try {
    const { rows, next } = await openFirst();
    if (rows.length > 0) yield rows;
    yield* yieldRest<Row>(lease, next, end);
    isRead = true;
  } finally {
    if (!isRead) lease.abandon();
  }
}

type Lease = Pick<BorrowedConnection, 'bytesRead'> & {
  query(text: string, values?: readonly unknown[]): Promise<unknown[]>;
  /** Ends the short timeout that applies before the first rows. */
  onFirstRows(): void;
  release(): void;
  /** Closes the connection even if it is in use. Has no effect after `release`. */
  abandon(): void;
};

/** Borrows a connection. It is closed when `signal` is aborted or when the first rows take too long. */
const createLease = async (borrow: BorrowConnection, signal: AbortSignal): Promise<Lease> => {
  const borrowed = await borrowUntil(borrow, signal);
  let endReason: Error | undefined;
  let isOpen = true;
  const end = (isIntact: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    signal.removeEventListener('abort', onAbort);
    clearTimeout(deadline);
    borrowed.release(isIntact);
  };
  const endWith = (reason: Error) => {
    endReason ??= reason;
    end(false);
  };
  const onAbort = () => endWith(new ClientDisconnectedError());
  const deadline = setTimeout(() => endWith(new QueryTooCostlyError()), QUERY_TIMEOUTS.firstRows);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return {
    bytesRead: borrowed.bytesRead,
    onFirstRows: () => clearTimeout(deadline),
    abandon: () => end(false),
    release: () => end(true),
    query: async (text, values = []) => {
      if (!isOpen) throw endReason ?? new ClientDisconnectedError();
      try {
        return await borrowed.query(text, values);
      } catch (error) {
        if (endReason) throw endReason;
        const { code } = error as { code?: unknown };
        throw typeof code === 'string' && TOO_COSTLY_PATTERN.test(code) ? new QueryTooCostlyError() : error;
      }
    },
  };
};

const borrowUntil = async (borrow: BorrowConnection, signal: AbortSignal): Promise<BorrowedConnection> => {
  const waiting = new AbortController();
  const onAbort = () => waiting.abort(new ClientDisconnectedError());
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await borrow(waiting.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
