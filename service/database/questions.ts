import type { CompiledQuery } from 'kysely';

/*
 * Questions that callers compose themselves (OData), on connections of their own: each is planned for its values, ended
 * after two seconds, and however many there are, creates, reads and the feed keep theirs (decision O12, R15).
 */

/** A connection that somebody uses. One that is not `whole` any more is closed, which ends what it was doing. */
export type Borrowed = {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** Everything that came through this connection so far. */
  bytesRead(): number;
  giveBack(isWhole: boolean): void;
};
/** Lends a connection when it is the caller's turn; rejects with the signal's reason when that fires first. */
export type Lender = (until: AbortSignal) => Promise<Borrowed>;

/** A list of rows, and the statement that counts them when somebody wants to know. */
export type ListQuestion = {
  rows: CompiledQuery;
  total: CompiledQuery | undefined;
  /** No more rows than this will come, if that is known. */
  most: number | undefined;
};

/** The first rows, and those after them, if there are any. */
export type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

export type Questions = {
  /**
   * Asks for a list. The first rows are there when it returns, so that what fails at once fails before anything is sent.
   * When `abort` fires, the caller has gone: the statement is ended.
   */
  list<Row>(question: ListQuestion, abort: AbortSignal): Promise<List<Row>>;
  /** Asks for rows of which it is known that they are few and small: all at once. */
  few<Row>(rows: CompiledQuery, abort: AbortSignal): Promise<Row[]>;
  /**
   * Several lists as of one moment, to be read to their ends, one after the other. The first rows of the first are there
   * when it returns, as above.
   */
  series<Row>(lists: readonly CompiledQuery[], abort: AbortSignal): Promise<AsyncIterable<Row[]>[]>;
};

/** Nobody waits for the answer any more. */
export class CallerGone extends Error {}

/** A question took too much time or memory. */
export class QuestionTooCostly extends Error {}

/** Milliseconds. */
export const QUESTION_TIMEOUTS = {
  /** For a turn. */
  turn: 2_000,
  /** The same for long lists, which keep their connections for seconds: a user may ask for a few at once. */
  turnOfLongList: 10_000,
  /** PostgreSQL ends a statement by itself after so long. */
  statement: 1_800,
  /** Until the first rows are there, whatever number of statements it takes: within two seconds (decision O12). */
  firstRows: 1_900,
  /** For each batch after them: the caller has rows already, and an error would come too late. */
  batch: 30_000,
  /** Between batches: longer than a slow caller is waited for (service/http/stream-list.ts). */
  idle: 20_000,
};

/** Up to so many rows are read at once; more come through a cursor and make a long answer. A row has 1 KB, but may have 800 (decision W15). */
const FEW = 20;
export const isFew = (most: number | undefined): boolean => most !== undefined && most <= FEW;
/** About what a batch holds. Writing it as JSON takes 1 ms; four times as much made all other requests wait twice as long. */
const BATCH_BYTES = 64 * 1024;

/** Time (57014), memory (53200, 53400), size of a value or of the statement (54). */
const TOO_COSTLY = /^(57014|53200|53400|54)/;

export const createQuestions = (lend: { short: Lender; streams: Lender }): Questions => ({
  list: async <Row>({ rows, total, most }: ListQuestion, abort: AbortSignal): Promise<List<Row>> => {
    // Beside each other, so that both are there within the time of one.
    const counting = total && count(await leaseFrom(lend.short, abort), total);
    counting?.catch(() => undefined);
    if (isFew(most)) {
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
      await takeTime(lease);
      return lists.map((list, at) =>
        oneOf<Row>(lease, {
          opening: async () => (at === 0 ? first : open<Row>(lease, list)),
          end: at === lists.length - 1 ? 'commit' : 'close list',
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
    lease.giveBack();
    return rows;
  } finally {
    lease.abandon();
  }
};

/** Reads through a cursor: rows are fetched as the caller takes them, and what it does not take is never fetched. */
const stream = async <Row>(
  lease: Lease,
  statement: CompiledQuery,
): Promise<Pick<List<Row>, 'rows' | 'rest'>> => {
  await begin(lease);
  const first = await open<Row>(lease, statement);
  if (first.next > 0) {
    await takeTime(lease);
    return { rows: first.rows, rest: restOf<Row>(lease, first.next, 'commit') };
  }
  await lease.query('commit');
  lease.giveBack();
  return { rows: first.rows, rest: undefined };
};

/** Every list of the transaction shows the moment at which the first was opened. */
const begin = (lease: Lease) => lease.query('begin isolation level repeatable read');

const takeTime = (lease: Lease) => {
  lease.firstRowsAreThere();
  return lease.query(`set local statement_timeout = ${QUESTION_TIMEOUTS.batch}`);
};

/** Some rows, and how many to fetch next: none after the last. */
type Batch<Row> = { rows: Row[]; next: number };

const open = async <Row>(lease: Lease, { sql, parameters }: CompiledQuery): Promise<Batch<Row>> => {
  await lease.query(`declare list no scroll cursor for ${sql}`, parameters);
  return fetchBatch<Row>(lease, FEW);
};

/** At most twice as many as before are next. */
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
    if (end === 'commit') lease.giveBack();
    isRead = true;
  } finally {
    if (!isRead) lease.abandon();
  }
}

/** A list of several: from its first rows, which may be there already, to its end. */
async function* oneOf<Row>(
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
  /** Before it, there is little time. */
  firstRowsAreThere(): void;
  giveBack(): void;
  /** Closes the connection, whatever it is doing; nothing when it was given back. */
  abandon(): void;
};

/** Borrows a connection; it is abandoned when `abort` fires, or when the first rows take too long. */
const leaseFrom = async (lend: Lender, abort: AbortSignal): Promise<Lease> => {
  const borrowed = await borrowUntil(lend, abort);
  let ended: Error | undefined;
  let isOpen = true;
  const end = (isWhole: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    abort.removeEventListener('abort', leave);
    clearTimeout(deadline);
    borrowed.giveBack(isWhole);
  };
  const endOver = (reason: Error) => {
    ended ??= reason;
    end(false);
  };
  const leave = () => endOver(new CallerGone());
  const deadline = setTimeout(() => endOver(new QuestionTooCostly()), QUESTION_TIMEOUTS.firstRows);
  abort.addEventListener('abort', leave);
  if (abort.aborted) leave();
  return {
    bytesRead: borrowed.bytesRead,
    firstRowsAreThere: () => clearTimeout(deadline),
    abandon: () => end(false),
    giveBack: () => end(true),
    query: async (text, values = []) => {
      if (!isOpen) throw ended ?? new CallerGone();
      try {
        return await borrowed.query(text, values);
      } catch (error) {
        if (ended) throw ended;
        const { code } = error as { code?: unknown };
        throw typeof code === 'string' && TOO_COSTLY.test(code) ? new QuestionTooCostly() : error;
      }
    },
  };
};

const borrowUntil = async (lend: Lender, abort: AbortSignal): Promise<Borrowed> => {
  const waiting = new AbortController();
  const leave = () => waiting.abort(new CallerGone());
  abort.addEventListener('abort', leave);
  if (abort.aborted) leave();
  try {
    return await lend(waiting.signal);
  } finally {
    abort.removeEventListener('abort', leave);
  }
};
