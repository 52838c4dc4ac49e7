import type { CompiledQuery } from 'kysely';

/*
 * Questions that callers compose themselves (OData), on connections of their own: each is planned for its values, ended
 * after two seconds, and however many there are, creates, reads and the feed keep theirs (decision O12, R15).
 */

/** A connection that somebody uses. One that is not `whole` any more is closed, which ends what it was doing. */
export type Borrowed = {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
  giveBack(isWhole: boolean): void;
};
export type Lender = () => Promise<Borrowed>;

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
};

/** Nobody waits for the answer any more. */
export class CallerGone extends Error {}

/** PostgreSQL gave a question up. */
export class QuestionTooCostly extends Error {}

/** Milliseconds. */
export const QUESTION_TIMEOUTS = {
  /** Until the first rows, so that the answer is there within two seconds (decision O12). */
  statement: 1_800,
  /** For each batch after it: the caller has rows already, and an error would come too late. */
  batch: 30_000,
  /** Between batches: longer than a caller who stops reading is waited for (service/http/stream-list.ts). */
  idle: 20_000,
};

/** Up to so many rows are read at once; more come through a cursor. */
const READ_AT_ONCE = 1_000;
/** Rows of one batch: what a caller who stops reading makes the server hold. */
const BATCH_SIZE = 200;

/** Time (57014), memory (53200, 53400), size of a value or of the statement (54). */
const TOO_COSTLY = /^(57014|53200|53400|54)/;

export const createQuestions = (lend: { short: Lender; streams: Lender }): Questions => ({
  list: async <Row>({ rows, total, most }: ListQuestion, abort: AbortSignal): Promise<List<Row>> => {
    // Beside each other, so that both are there within the time of one.
    const counting = total && count(lend.short, total, abort);
    counting?.catch(() => undefined);
    if (most !== undefined && most <= READ_AT_ONCE) {
      const found = (await ask(lend.short, rows, abort)) as Row[];
      return { total: await counting, rows: found, rest: undefined };
    }
    const { abandon, ...list } = await stream<Row>(lend.streams, rows, abort);
    try {
      return { total: await counting, ...list };
    } catch (error) {
      abandon();
      throw error;
    }
  },
});

const count = async (lend: Lender, statement: CompiledQuery, abort: AbortSignal): Promise<number> => {
  const [counted] = (await ask(lend, statement, abort)) as { total: number }[];
  return counted!.total;
};

const ask = async (
  lend: Lender,
  { sql, parameters }: CompiledQuery,
  abort: AbortSignal,
): Promise<unknown[]> => {
  const lease = await leaseFrom(lend, abort);
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
  lend: Lender,
  { sql, parameters }: CompiledQuery,
  abort: AbortSignal,
): Promise<Pick<List<Row>, 'rows' | 'rest'> & Pick<Lease, 'abandon'>> => {
  const lease = await leaseFrom(lend, abort);
  try {
    await lease.query('begin');
    await lease.query(`declare list no scroll cursor for ${sql}`, parameters);
    const rows = (await lease.query(FETCH)) as Row[];
    if (rows.length === BATCH_SIZE) {
      await lease.query(`set local statement_timeout = ${QUESTION_TIMEOUTS.batch}`);
      return { rows, rest: batchesOf<Row>(lease), abandon: lease.abandon };
    }
    await lease.query('commit');
    lease.giveBack();
    return { rows, rest: undefined, abandon: lease.abandon };
  } catch (error) {
    lease.abandon();
    throw error;
  }
};

const FETCH = `fetch ${BATCH_SIZE} from list`;

async function* batchesOf<Row>(lease: Lease): AsyncGenerator<Row[]> {
  try {
    for (;;) {
      const batch = (await lease.query(FETCH)) as Row[];
      if (batch.length === 0) break;
      yield batch;
    }
    await lease.query('commit');
    lease.giveBack();
  } finally {
    lease.abandon();
  }
}

type Lease = {
  query(text: string, values?: readonly unknown[]): Promise<unknown[]>;
  giveBack(): void;
  /** Closes the connection, whatever it is doing; nothing when it was given back. */
  abandon(): void;
};

/** Borrows a connection; it is abandoned when `abort` fires. */
const leaseFrom = async (lend: Lender, abort: AbortSignal): Promise<Lease> => {
  const borrowed = await lend();
  let isOpen = true;
  const end = (isWhole: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    abort.removeEventListener('abort', abandon);
    borrowed.giveBack(isWhole);
  };
  const abandon = () => end(false);
  abort.addEventListener('abort', abandon);
  if (abort.aborted) abandon();
  return {
    abandon,
    giveBack: () => end(true),
    query: async (text, values = []) => {
      if (!isOpen) throw new CallerGone();
      try {
        return await borrowed.query(text, values);
      } catch (error) {
        const { code } = error as { code?: unknown };
        throw typeof code === 'string' && TOO_COSTLY.test(code) ? new QuestionTooCostly() : error;
      }
    },
  };
};
