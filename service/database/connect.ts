import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { FairQueue } from '#service/admission/fair-queue.ts';
import { type BorrowClient, borrowFrom, createListQueue, createWorkQueue } from './fair-pool.ts';
import { createQuestions, type Lender, QUESTION_TIMEOUTS, type Questions } from './questions.ts';
import type { Schema } from './schema.ts';
import { SERVING_LOCK } from './serving-lock.ts';

/** The pool. Reads and single statements go through it; writes of several statements ask for a Transaction. */
export type Database = Kysely<Schema>;
/** An open transaction. An operation that takes one cannot be called with the pool: it does not compile. */
export type DatabaseTransaction = Transaction<Schema>;

/** Where PostgreSQL is: an address, or the parts of one (a socket folder as `host`). */
export type DatabaseConnection =
  | { connectionString: string }
  | { host: string; port?: number; user: string; database: string; password?: string };

/** One open connection outside the pool, for LISTEN. */
export type Listener = { close(): Promise<void> };

export type DatabaseHandle = {
  /** Where it is, so that another process can be told. */
  connection: DatabaseConnection;
  db: Database;
  /** Questions that callers compose themselves, on connections of their own. */
  questions: Questions;
  /**
   * Runs `onNotify` for every notification on the channel; reconnects by itself and then calls `onConnect`. Processes that
   * serve listen, so the connection holds SERVING_LOCK.
   */
  listen(channel: string, onNotify: (payload: string) => void, onConnect: () => void): Listener;
  /** Connections in use and callers waiting for one. */
  load(): { total: number; idle: number; waiting: number };
  /** How callers share the connections of each pool. */
  queues: Readonly<Record<'database' | 'short lists' | 'long lists', FairQueue>>;
  close(): Promise<void>;
};

/** Bounds every wait, so that overload is an answer and never a hang (R5). Milliseconds. */
const TIMEOUTS = {
  connect: 2_000,
  statement: 10_000,
  lock: 2_000,
  idleInTransaction: 10_000,
  /** PostgreSQL itself ends what takes longer than the above: one that says nothing for longer is not there any more. */
  silence: 12_000,
};

/** Connections for questions: of those that are answered at once, and of those that are streamed. */
const QUESTION_POOLS = { short: 5, streams: 5 };
/** How many a process may hold beside its pool: those, and two listeners. */
export const FURTHER_CONNECTIONS = QUESTION_POOLS.short + QUESTION_POOLS.streams + 2;

const NAMED_STATEMENTS_LIMIT = 500;
const RECONNECT_AFTER_MS = 500;
/** What the driver says then. */
const SILENCE = 'Query read timeout';

/**
 * Gives every statement with parameters a name, so that PostgreSQL parses and plans it once per connection. The
 * statements of this service are a closed set; should one be composed by mistake, the limit keeps the names few.
 */
const statementNames = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= NAMED_STATEMENTS_LIMIT) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};

const TRANSACTION_COMMANDS = new Set(['begin', 'commit', 'rollback']);

/** A connection that names its statements, and is given up when PostgreSQL falls silent over one (R3). */
class ServiceClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg.Client.query has fifteen overloads; all are passed on untouched
  override query(...given: any[]): any {
    const [text, values, ...rest] = given;
    if (typeof text !== 'string' || rest.length > 0) return super.query(...(given as [string]));
    const hasValues = Array.isArray(values) && values.length > 0;
    // A migration may take its time.
    if (!hasValues && !TRANSACTION_COMMANDS.has(text)) return super.query(...(given as [string]));
    const patience = { query_timeout: TIMEOUTS.silence };
    const answer = super.query(
      hasValues ? { name: nameOf(text), text, values, ...patience } : { text, ...patience },
    );
    return answer.catch((error: Error) => {
      if (error.message === SILENCE) this.#giveUp();
      throw error;
    });
  }

  /** Without this the pool would hand the connection to the next, who would wait as long. */
  #giveUp() {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** bigint columns hold ids and counts below 2^53. Change positions exceed it and are selected as text. */
const INT8 = 20;
/** A day is no instant: as a Date it would be another one wherever the clock differs. */
const DATE = 1082;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    return oid === DATE ? String : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Runs a statement on a connection and returns its rows. */
export type RunAlone = (text: string, values: readonly unknown[]) => Promise<unknown[]>;

const shortcuts = new WeakMap<object, RunAlone>();

/** The way to the pool past Kysely; undefined for a transaction, which has one connection only. */
export const shortcutOf = (db: object): RunAlone | undefined => shortcuts.get(db);

export type PoolOptions = {
  poolSize: number;
  onError: (error: Error) => void;
  /** Looks at each new connection before anybody gets it; one over which it throws is given up. */
  admit?: ((ask: RunAlone) => Promise<void>) | undefined;
};

/** Opens the pool. Nothing is contacted until the first query. */
export const connect = (
  connection: DatabaseConnection,
  { poolSize, onError, admit }: PoolOptions,
): DatabaseHandle => {
  const settings = settingsOf(connection, [
    `-c statement_timeout=${TIMEOUTS.statement}`,
    `-c idle_in_transaction_session_timeout=${TIMEOUTS.idleInTransaction}`,
    // Named statements are planned once: left to choose, PostgreSQL plans an empty poll of the feed anew each time,
    // which takes three times as long as running it.
    '-c plan_cache_mode=force_generic_plan',
  ]);
  let closing: Promise<void> | undefined;
  const pool = new pg.Pool({
    ...settings,
    max: poolSize,
    Client: ServiceClient as typeof pg.Client,
    ...(admit && { verify: verifyBy(admit) }),
  });
  const questionSettings = settingsOf(connection, [
    `-c statement_timeout=${QUESTION_TIMEOUTS.statement}`,
    `-c idle_in_transaction_session_timeout=${QUESTION_TIMEOUTS.idle}`,
    '-c default_transaction_read_only=on',
    // Composed for its values and used once.
    '-c plan_cache_mode=force_custom_plan',
    // A statement whose connection was abandoned ends.
    '-c client_connection_check_interval=500',
  ]);
  const questionPools = {
    short: new pg.Pool({ ...questionSettings, max: QUESTION_POOLS.short }),
    streams: new pg.Pool({ ...questionSettings, max: QUESTION_POOLS.streams }),
  };
  for (const each of [pool, questionPools.short, questionPools.streams]) {
    // A connection that dies while idle (a restarted database) is replaced at the next query; it must not end the
    // process. One that is cut off while the pool closes is none of anybody's business.
    each.on('error', (error) => closing || onError(error));
    // One that dies in use fails its query; without a listener its error event would end the process too.
    each.on('connect', (client) => client.on('error', () => undefined));
  }
  const queues = {
    database: createWorkQueue(poolSize, TIMEOUTS.connect),
    'short lists': createListQueue(QUESTION_POOLS.short, QUESTION_TIMEOUTS.turn),
    'long lists': createListQueue(QUESTION_POOLS.streams, QUESTION_TIMEOUTS.turnOfLongList),
  };
  const borrow = borrowFrom<pg.PoolClient>(pool, queues.database);
  const dialect = new PostgresDialect({
    pool: { connect: borrow, end: () => pool.end(), options: pool.options },
  });
  const db = new Kysely<Schema>({ dialect });
  shortcuts.set(db, async (text, values) => {
    // Not pool.query, which throws the connection away when PostgreSQL refuses the statement.
    const client = await borrow();
    try {
      const { rows } = await client.query(text, [...values]);
      return rows;
    } finally {
      client.release();
    }
  });

  const closeAll = async () => {
    // Kysely ends the pool only if it was asked something, which the statements of `run` do not do.
    await Promise.all([db.destroy(), questionPools.short.end(), questionPools.streams.end()]);
    if (!pool.ending) await pool.end();
  };

  return {
    connection,
    db,
    load: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: queues.database.load().waiting,
    }),
    queues,
    questions: createQuestions({
      short: lenderOf(borrowFrom<pg.PoolClient>(questionPools.short, queues['short lists'])),
      streams: lenderOf(borrowFrom<pg.PoolClient>(questionPools.streams, queues['long lists'])),
    }),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
    listen: (channel, onNotify, onConnect) => listen(settings, channel, { onNotify, onConnect, onError }),
  };
};

const settingsOf = (connection: DatabaseConnection, options: readonly string[]): pg.ClientConfig => ({
  ...connection,
  types,
  keepAlive: true,
  connectionTimeoutMillis: TIMEOUTS.connect,
  application_name: 'ronda',
  options: [
    ...options,
    `-c lock_timeout=${TIMEOUTS.lock}`,
    '-c timezone=UTC',
    // Short statements only: compiling them costs more than it saves.
    '-c jit=off',
  ].join(' '),
});

/** One connection outside the pool for work without limits of time, such as a backup. It is not connected yet. */
export const openClient = (connection: DatabaseConnection): pg.Client =>
  new pg.Client(
    settingsOf(connection, ['-c statement_timeout=0', '-c idle_in_transaction_session_timeout=0']),
  );

/** Statements go unnamed: a name for each of them would fill PostgreSQL's memory. */
const lenderOf =
  (borrow: BorrowClient<pg.PoolClient>): Lender =>
  async (until) => {
    const client = await borrow(until);
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    return {
      query: async (text, values) => {
        const patience = { query_timeout: QUESTION_TIMEOUTS.batch + TIMEOUTS.connect };
        return (await client.query({ text, values: [...values], ...patience } as pg.QueryConfig)).rows;
      },
      bytesRead: () => stream.bytesRead,
      giveBack: (isWhole) => client.release(!isWhole),
    };
  };

const verifyBy =
  (admit: (ask: RunAlone) => Promise<void>) => (client: pg.PoolClient, done: (error?: Error) => void) => {
    const ask: RunAlone = async (text, values) => (await client.query(text, [...values])).rows;
    admit(ask).then(() => done(), done);
  };

const listen = (
  settings: pg.ClientConfig,
  channel: string,
  on: { onNotify: (payload: string) => void; onConnect: () => void; onError: (error: Error) => void },
): Listener => {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const open = async () => {
    const next = new pg.Client(settings);
    const reopen = () => {
      if (client !== next) return;
      client = undefined;
      if (!closed) retry = setTimeout(open, RECONNECT_AFTER_MS);
    };
    client = next;
    next.on('error', (error) => closed || on.onError(error));
    next.on('end', reopen);
    next.on('notification', (message) => on.onNotify(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      await next.query('select pg_advisory_lock_shared($1)', [SERVING_LOCK]);
      on.onConnect();
    } catch (error) {
      if (!closed) on.onError(error as Error);
      await next.end().catch(() => undefined);
      reopen();
    }
  };
  void open();

  return {
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
};
