import type { CompiledQuery } from 'kysely';

// Queries that clients compose with OData have their own connections, so that they never use up the
// connections of other requests or the feed. Each query is planned for its values and cancelled after two
// seconds (decision O12, R15).

/** A connection from a pool. If it is no longer intact when released, it is closed, which cancels its statement. */
export type BorrowedConnection = {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** How many bytes this connection has received so far. */
  bytesRead(): number;
  release(isIntact: boolean): void;
};
/** Resolves to a connection when it is the caller's turn. If the signal is aborted first, rejects with its reason. */
export type BorrowConnection = (until: AbortSignal) => Promise<BorrowedConnection>;

export type ListQuery = {
  rows: CompiledQuery;
  total: CompiledQuery | undefined;
  /** An upper limit on the number of rows, if known. */
  max: number | undefined;
};

/** The first rows, and an iterable over the rest, if there are any. */
export type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

export const mapList = async <Row, Mapped>(
  { total, rows, rest }: List<Row>,
  map: (batch: Row[]) => Promise<Mapped[]>,
): Promise<List<Mapped>> => ({ total, rows: await map(rows), rest: rest && mapBatches(rest, map) });

async function* mapBatches<Row, Mapped>(
  batches: AsyncIterable<Row[]>,
  map: (batch: Row[]) => Promise<Mapped[]>,
) {
  for await (const batch of batches) yield await map(batch);
}

export type AdHocQueries = {
  /** Resolves with the first rows, so that early errors precede the response. `signal` cancels the query. */
  list<Row>(query: ListQuery, signal: AbortSignal): Promise<List<Row>>;
  fetchSmall<Row>(rows: CompiledQuery, signal: AbortSignal): Promise<Row[]>;
  /** Resolves with the first list's first rows. The lists must be read one after another, each to its end. */
  listInSnapshot<Row>(lists: readonly CompiledQuery[], signal: AbortSignal): Promise<AsyncIterable<Row[]>[]>;
};

export class ClientDisconnectedError extends Error {}

/** A query that took too much time or memory. */
export class QueryTooCostlyError extends Error {}

/** Time limits in milliseconds. */
export const QUERY_TIMEOUTS = {
  /** How long to wait for a connection. */
  borrow: 2_000,
  /** Long lists keep a connection for seconds, and a user may request several. */
  borrowForLongList: 10_000,
  /** When PostgreSQL cancels a statement. */
  statement: 1_800,
  /** How long the first rows may take to arrive, across all statements: within two seconds (decision O12). */
  firstRows: 1_900,
  /** How long each later batch may take, when it is too late for an error response. */
  batch: 30_000,
  /**
   * How long a client may take to read a batch: longer than the timeout for slow clients
   * (service/http/stream-list.ts).
   */
  idle: 20_000,
};

/** Up to this many rows are fetched without a cursor: usually 1 KB per row, up to 800 KB (decision W15). */
const SMALL_RESULT_ROWS = 20;
export const isSmallResult = (max: number | undefined): boolean =>
  max !== undefined && max <= SMALL_RESULT_ROWS;
/**
 * The approximate size of a batch. Serialising one takes 1 ms; at four times the size, all other requests
 * waited twice as long.
 */
const BATCH_BYTES = 64 * 1024;

/** Error codes for time (57014), memory (53200, 53400), and the size of a value or statement (54). */
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
          openFirst: () => (index === 0 ? first : openCursor<Row>(lease, list)),
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

/** Reads through a cursor, so that rows are fetched no faster than the client reads them. */
const openStream = async <Row>(
  lease: Lease,
  statement: CompiledQuery,
): Promise<Pick<List<Row>, 'rows' | 'rest'>> => {
  await begin(lease);
  const first = await openCursor<Row>(lease, statement);
  if (first.next > 0) {
    await extendTimeout(lease);
    const rest = { rows: [], next: first.next };
    return { rows: first.rows, rest: yieldList<Row>(lease, { openFirst: () => rest, end: 'commit' }) };
  }
  await lease.query('commit');
  lease.release();
  return { rows: first.rows, rest: undefined };
};

/** All lists in the transaction read from the same snapshot. */
const begin = (lease: Lease) => lease.query('begin isolation level repeatable read');

const extendTimeout = (lease: Lease) => {
  lease.onFirstRows();
  return lease.query(`set local statement_timeout = ${QUERY_TIMEOUTS.batch}`);
};

/** The rows, and how many rows to fetch next; 0 after the last ones. */
type Batch<Row> = { rows: Row[]; next: number };

const openCursor = async <Row>(lease: Lease, { sql, parameters }: CompiledQuery): Promise<Batch<Row>> => {
  await lease.query(`declare list no scroll cursor for ${sql}`, parameters);
  return fetchBatch<Row>(lease, SMALL_RESULT_ROWS);
};

const fetchBatch = async <Row>(lease: Lease, size: number): Promise<Batch<Row>> => {
  const bytesBefore = lease.bytesRead();
  const rows = (await lease.query(`fetch ${size} from list`)) as Row[];
  if (rows.length < size) return { rows, next: 0 };
  const bytesPerRow = (lease.bytesRead() - bytesBefore) / size;
  return { rows, next: Math.max(1, Math.min(2 * size, Math.floor(BATCH_BYTES / bytesPerRow))) };
};

type End = 'commit' | 'close list';

async function* yieldList<Row>(
  lease: Lease,
  { openFirst, end }: { openFirst: () => Batch<Row> | Promise<Batch<Row>>; end: End },
): AsyncGenerator<Row[]> {
  let isRead = false;
  try {
    let { rows, next } = await openFirst();
    if (rows.length > 0) yield rows;
    while (next > 0) {
      ({ rows, next } = await fetchBatch<Row>(lease, next));
      if (rows.length > 0) yield rows;
    }
    await lease.query(end);
    if (end === 'commit') lease.release();
    isRead = true;
  } finally {
    if (!isRead) lease.abandon();
  }
}

type Lease = Pick<BorrowedConnection, 'bytesRead'> & {
  query(text: string, values?: readonly unknown[]): Promise<unknown[]>;
  /** Ends the short timeout, which applies only until the first rows arrive. */
  onFirstRows(): void;
  release(): void;
  /** Closes the connection even if it is in use. Has no effect after `release`. */
  abandon(): void;
};

/** Borrows a connection. It is closed if `signal` is aborted or the first rows take too long. */
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

const borrowUntil = (borrow: BorrowConnection, signal: AbortSignal): Promise<BorrowedConnection> =>
  borrow(signal).catch((error) => {
    throw signal.aborted ? new ClientDisconnectedError() : error;
  });
