import type { CompiledQuery } from 'kysely';

// Queries composed by clients with OData use separate connections, so that they never starve other requests or the
// change feed. PostgreSQL cancels them after two seconds (decision O12, R15).

/** Releasing a connection that is not intact closes it, which cancels its statement. */
export type BorrowedConnection = {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
  bytesRead(): number;
  release(isIntact: boolean): void;
};
/** Waits for the caller's turn. Rejects with the signal's reason if aborted first. */
export type BorrowConnection = (signal: AbortSignal) => Promise<BorrowedConnection>;

export type ListQuery = {
  rows: CompiledQuery;
  total: CompiledQuery | undefined;
  /** An upper bound on the number of rows, if known. */
  max: number | undefined;
};

/** `rows` holds the first rows; `rest` yields any further rows. */
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
  /** Resolves once the first rows have arrived, so that earlier errors can still be reported in the response. */
  list<Row>(query: ListQuery, signal: AbortSignal): Promise<List<Row>>;
  count(total: CompiledQuery, signal: AbortSignal): Promise<number>;
  fetchSmall<Row>(rows: CompiledQuery, signal: AbortSignal): Promise<Row[]>;
  /** Resolves once the first rows have arrived. Read the lists one after another, each to its end. */
  listInSnapshot<Row>(lists: readonly CompiledQuery[], signal: AbortSignal): Promise<AsyncIterable<Row[]>[]>;
};

export class ClientDisconnectedError extends Error {}

export class QueryTooCostlyError extends Error {}

/** In milliseconds. */
export const QUERY_TIMEOUTS = {
  borrow: 2_000,
  /** Long lists take seconds, and a user may request several. */
  borrowForLongList: 10_000,
  statement: 1_800,
  /** The total for all statements until the first rows arrive (decision O12). */
  firstRows: 1_900,
  /** For each later batch, when it is too late for an error response. */
  batch: 30_000,
  /** While a client reads a batch. Longer than the timeout in service/http/stream-list.ts. */
  idle: 20_000,
};

/** Results up to this size are fetched without a cursor. A row is usually 1 KB, but can be 800 KB (decision W15). */
const SMALL_RESULT_ROWS = 20;
export const isSmallResult = (max: number | undefined): boolean =>
  max !== undefined && max <= SMALL_RESULT_ROWS;
/** Serialising a batch takes 1 ms. Batches four times the size made all other requests wait twice as long. */
const BATCH_BYTES = 64 * 1024;

/** Matches the SQLSTATEs for timeouts (57014), memory (53200, 53400) and oversized values or statements (54). */
const TOO_COSTLY_PATTERN = /^(57014|53200|53400|54)/;

export const createAdHocQueries = (pools: {
  short: BorrowConnection;
  streams: BorrowConnection;
}): AdHocQueries => ({
  list: async <Row>({ rows, total, max }: ListQuery, signal: AbortSignal): Promise<List<Row>> => {
    // Count the rows while fetching the first ones.
    const countPromise = total && readCount(await createLease(pools.short, signal), total);
    countPromise?.catch(() => undefined);
    if (isSmallResult(max)) {
      const allRows = await fetchAll(await createLease(pools.short, signal), rows);
      return { total: await countPromise, rows: allRows as Row[], rest: undefined };
    }
    const lease = await createLease(pools.streams, signal);
    try {
      const list = await openStream<Row>(lease, rows);
      return { total: await countPromise, ...list };
    } catch (error) {
      lease.abandon();
      throw error;
    }
  },
  count: async (total: CompiledQuery, signal: AbortSignal) =>
    readCount(await createLease(pools.short, signal), total),
  fetchSmall: async <Row>(rows: CompiledQuery, signal: AbortSignal) =>
    (await fetchAll(await createLease(pools.short, signal), rows)) as Row[],
  listInSnapshot: async <Row>(lists: readonly CompiledQuery[], signal: AbortSignal) => {
    const lease = await createLease(pools.streams, signal);
    try {
      await beginTransaction(lease);
      const firstBatch = await openCursor<Row>(lease, lists[0]!);
      await extendTimeout(lease);
      return lists.map((list, index) =>
        yieldList<Row>(lease, {
          getFirstBatch: () => (index === 0 ? firstBatch : openCursor<Row>(lease, list)),
          finalStatement: index === lists.length - 1 ? 'commit' : 'close list',
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

/** A cursor fetches rows no faster than the client reads them. */
const openStream = async <Row>(
  lease: Lease,
  statement: CompiledQuery,
): Promise<Pick<List<Row>, 'rows' | 'rest'>> => {
  await beginTransaction(lease);
  const { rows, nextSize } = await openCursor<Row>(lease, statement);
  if (nextSize > 0) {
    await extendTimeout(lease);
    const emptyBatch = { rows: [], nextSize };
    const rest = yieldList<Row>(lease, { getFirstBatch: () => emptyBatch, finalStatement: 'commit' });
    return { rows, rest };
  }
  await lease.query('commit');
  lease.release();
  return { rows, rest: undefined };
};

const beginTransaction = (lease: Lease) => lease.query('begin isolation level repeatable read');

const extendTimeout = (lease: Lease) => {
  lease.onFirstRows();
  return lease.query(`set local statement_timeout = ${QUERY_TIMEOUTS.batch}`);
};

/** `nextSize` is 0 if there are no more rows. */
type Batch<Row> = { rows: Row[]; nextSize: number };

const openCursor = async <Row>(lease: Lease, { sql, parameters }: CompiledQuery): Promise<Batch<Row>> => {
  await lease.query(`declare list no scroll cursor for ${sql}`, parameters);
  return fetchBatch<Row>(lease, SMALL_RESULT_ROWS);
};

const fetchBatch = async <Row>(lease: Lease, size: number): Promise<Batch<Row>> => {
  const bytesBefore = lease.bytesRead();
  const rows = (await lease.query(`fetch ${size} from list`)) as Row[];
  if (rows.length < size) return { rows, nextSize: 0 };
  const bytesPerRow = (lease.bytesRead() - bytesBefore) / size;
  return { rows, nextSize: Math.max(1, Math.min(2 * size, Math.floor(BATCH_BYTES / bytesPerRow))) };
};

type FinalStatement = 'commit' | 'close list';

async function* yieldList<Row>(
  lease: Lease,
  {
    getFirstBatch,
    finalStatement,
  }: { getFirstBatch: () => Batch<Row> | Promise<Batch<Row>>; finalStatement: FinalStatement },
): AsyncGenerator<Row[]> {
  let isComplete = false;
  try {
    let { rows, nextSize } = await getFirstBatch();
    if (rows.length > 0) yield rows;
    while (nextSize > 0) {
      ({ rows, nextSize } = await fetchBatch<Row>(lease, nextSize));
      if (rows.length > 0) yield rows;
    }
    await lease.query(finalStatement);
    if (finalStatement === 'commit') lease.release();
    isComplete = true;
  } finally {
    if (!isComplete) lease.abandon();
  }
}

type Lease = Pick<BorrowedConnection, 'bytesRead'> & {
  query(text: string, values?: readonly unknown[]): Promise<unknown[]>;
  onFirstRows(): void;
  release(): void;
  /** Closes the connection even if it is in use. Has no effect after `release`. */
  abandon(): void;
};

/** Closes the connection if `signal` is aborted or the first rows take too long. */
const createLease = async (borrow: BorrowConnection, signal: AbortSignal): Promise<Lease> => {
  const connection = await borrow(signal).catch((error) => {
    throw signal.aborted ? new ClientDisconnectedError() : error;
  });
  let endReason: Error | undefined;
  let isOpen = true;
  const endLease = (isIntact: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    signal.removeEventListener('abort', onAbort);
    clearTimeout(deadline);
    connection.release(isIntact);
  };
  const cancel = (reason: Error) => {
    endReason ??= reason;
    endLease(false);
  };
  const onAbort = () => cancel(new ClientDisconnectedError());
  const deadline = setTimeout(() => cancel(new QueryTooCostlyError()), QUERY_TIMEOUTS.firstRows);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return {
    bytesRead: connection.bytesRead,
    onFirstRows: () => clearTimeout(deadline),
    abandon: () => endLease(false),
    release: () => endLease(true),
    query: async (text, values = []) => {
      if (!isOpen) throw endReason ?? new ClientDisconnectedError();
      try {
        return await connection.query(text, values);
      } catch (error) {
        if (endReason) throw endReason;
        const { code } = error as { code?: unknown };
        throw typeof code === 'string' && TOO_COSTLY_PATTERN.test(code) ? new QueryTooCostlyError() : error;
      }
    },
  };
};
