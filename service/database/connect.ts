import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { FairQueue } from '#service/admission/fair-queue.ts';
import { type AdHocQueries, createAdHocQueries, type Lender, QUERY_TIMEOUTS } from './ad-hoc-queries.ts';
import { type BorrowClient, borrowFrom, createListQueue, createWorkQueue } from './fair-pool.ts';
import { SERVING_LOCK } from './serving-lock.ts';

/** Kysely's query builder is not used: its types would know no column of a statement that is SQL text. */
type NoTables = Record<never, never>;
/** The pool, for reads and single statements. Writes of several statements use a Transaction. */
export type Database = Kysely<NoTables>;
/** An open transaction. The type prevents passing the pool to a write that needs a transaction. */
export type DatabaseTransaction = Transaction<NoTables>;

/** The location of PostgreSQL: a URL, or its parts (`host` may be a socket folder). */
export type DatabaseConnection =
  | { connectionString: string }
  | { host: string; port?: number; user: string; database: string; password?: string };

/** A connection outside the pool, for LISTEN. */
export type Listener = { close(): Promise<void> };

export type DatabaseHandle = {
  /** The settings of the connection, so that another process can use them. */
  connection: DatabaseConnection;
  db: Database;
  /** Queries composed by clients, on separate connections. */
  adHocQueries: AdHocQueries;
  /**
   * Calls `onNotify` for every notification. Reconnects automatically and then calls `onConnect`. Only serving processes
   * listen, so this connection holds SERVING_LOCK.
   */
  listen(channel: string, onNotify: (payload: string) => void, onConnect: () => void): Listener;
  /** Connections in use, idle connections, and callers waiting for one. */
  load(): { total: number; idle: number; waiting: number };
  /** How callers share the connections of each pool. */
  queues: Readonly<Record<'database' | 'short lists' | 'long lists', FairQueue>>;
  close(): Promise<void>;
};

/** Limits every wait, so that overload leads to an error response and never to a hang (R5). Milliseconds. */
const TIMEOUTS = {
  connect: 2_000,
  statement: 10_000,
  lock: 2_000,
  idleInTransaction: 10_000,
  /** PostgreSQL itself cancels statements that exceed the limits above. If it does not, it is unreachable. */
  silence: 12_000,
};

/** Connections for ad hoc queries: for short results returned in one response, and for streamed results. */
const QUERY_POOLS = { short: 5, streams: 5 };
/** Connections of a process in addition to its pool: those above and two listeners. */
export const ADDITIONAL_CONNECTIONS = QUERY_POOLS.short + QUERY_POOLS.streams + 2;

const NAMED_STATEMENTS_LIMIT = 500;
const RECONNECT_AFTER_MS = 500;
/** The driver's error message on a read timeout. */
const SILENCE = 'Query read timeout';

/**
 * Names every statement with parameters, so that PostgreSQL parses and plans it once per connection. The statements of
 * this service are a closed set; the limit guards against statements composed by mistake.
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

/** A client that names its statements, and closes the connection if PostgreSQL stops responding (R3). */
class ServiceClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg.Client.query has fifteen overloads; all are passed on untouched
  override query(...given: any[]): any {
    const [text, values, ...rest] = given;
    if (typeof text !== 'string' || rest.length > 0) return super.query(...(given as [string]));
    const hasValues = Array.isArray(values) && values.length > 0;
    // A migration has no time limit.
    if (!hasValues && !TRANSACTION_COMMANDS.has(text)) return super.query(...(given as [string]));
    const timeout = { query_timeout: TIMEOUTS.silence };
    const answer = super.query(
      hasValues ? { name: nameOf(text), text, values, ...timeout } : { text, ...timeout },
    );
    return answer.catch((error: Error) => {
      if (error.message === SILENCE) this.#giveUp();
      throw error;
    });
  }

  /** Otherwise the pool would hand the dead connection to the next caller, who would wait just as long. */
  #giveUp() {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** bigint columns contain ids and counts below 2^53. Change positions can be larger and are selected as text. */
const INT8 = 20;
/** A date is not a point in time: as a Date it could become another day in another time zone. */
const DATE = 1082;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    return oid === DATE ? String : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Runs a statement on a connection and returns its rows. */
export type RunStatement = (text: string, values: readonly unknown[]) => Promise<unknown[]>;

const directRunners = new WeakMap<object, RunStatement>();

/** Runs statements on the pool without Kysely; undefined for a transaction, which uses a single connection. */
export const directRunnerOf = (db: object): RunStatement | undefined => directRunners.get(db);

export type PoolOptions = {
  poolSize: number;
  onError: (error: Error) => void;
  /** Checks each new connection before use; if it throws, the connection is closed. */
  admit?: ((ask: RunStatement) => Promise<void>) | undefined;
};

/** Creates the pool. Connects to the database only at the first query. */
export const connect = (
  connection: DatabaseConnection,
  { poolSize, onError, admit }: PoolOptions,
): DatabaseHandle => {
  const settings = settingsOf(connection, [
    `-c statement_timeout=${TIMEOUTS.statement}`,
    `-c idle_in_transaction_session_timeout=${TIMEOUTS.idleInTransaction}`,
    // Plan named statements once. By default PostgreSQL plans an empty poll of the feed again each time, which takes
    // three times as long as running it.
    '-c plan_cache_mode=force_generic_plan',
  ]);
  let closing: Promise<void> | undefined;
  const pool = new pg.Pool({
    ...settings,
    max: poolSize,
    Client: ServiceClient as typeof pg.Client,
    ...(admit && { verify: verifyBy(admit) }),
  });
  const querySettings = settingsOf(connection, [
    `-c statement_timeout=${QUERY_TIMEOUTS.statement}`,
    `-c idle_in_transaction_session_timeout=${QUERY_TIMEOUTS.idle}`,
    '-c default_transaction_read_only=on',
    // These statements are composed for their values and used once.
    '-c plan_cache_mode=force_custom_plan',
    // Ends a statement whose connection was closed.
    '-c client_connection_check_interval=500',
  ]);
  const queryPools = {
    short: new pg.Pool({ ...querySettings, max: QUERY_POOLS.short }),
    streams: new pg.Pool({ ...querySettings, max: QUERY_POOLS.streams }),
  };
  for (const each of [pool, queryPools.short, queryPools.streams]) {
    // A connection that fails while idle, for example because the database restarts, is replaced at the next query; it
    // must not end the process. Errors while the pool closes are ignored.
    each.on('error', (error) => closing || onError(error));
    // A connection that fails in use fails its query. Without a listener its error event would also end the process.
    each.on('connect', (client) => client.on('error', () => undefined));
  }
  const queues = {
    database: createWorkQueue(poolSize, TIMEOUTS.connect),
    'short lists': createListQueue(QUERY_POOLS.short, QUERY_TIMEOUTS.turn),
    'long lists': createListQueue(QUERY_POOLS.streams, QUERY_TIMEOUTS.turnOfLongList),
  };
  const borrow = borrowFrom<pg.PoolClient>(pool, queues.database);
  const dialect = new PostgresDialect({
    pool: { connect: borrow, end: () => pool.end(), options: pool.options },
  });
  const db = new Kysely<NoTables>({ dialect });
  directRunners.set(db, async (text, values) => {
    // Not pool.query, which discards the connection when PostgreSQL rejects the statement.
    const client = await borrow();
    try {
      const { rows } = await client.query(text, [...values]);
      return rows;
    } finally {
      client.release();
    }
  });

  const closeAll = async () => {
    // Kysely ends the pool only if it was used, and the statements of `run` bypass Kysely.
    await Promise.all([db.destroy(), queryPools.short.end(), queryPools.streams.end()]);
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
    adHocQueries: createAdHocQueries({
      short: lenderOf(borrowFrom<pg.PoolClient>(queryPools.short, queues['short lists'])),
      streams: lenderOf(borrowFrom<pg.PoolClient>(queryPools.streams, queues['long lists'])),
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
    // All statements are short: compiling them costs more than it saves.
    '-c jit=off',
  ].join(' '),
});

/** Creates a connection outside the pool, without timeouts, for work such as a backup. It is not connected yet. */
export const openClient = (connection: DatabaseConnection): pg.Client =>
  new pg.Client(
    settingsOf(connection, ['-c statement_timeout=0', '-c idle_in_transaction_session_timeout=0']),
  );

/** Statements are not named: a name for each ad hoc query would fill PostgreSQL's memory. */
const lenderOf =
  (borrow: BorrowClient<pg.PoolClient>): Lender =>
  async (until) => {
    const client = await borrow(until);
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    return {
      query: async (text, values) => {
        const timeout = { query_timeout: QUERY_TIMEOUTS.batch + TIMEOUTS.connect };
        return (await client.query({ text, values: [...values], ...timeout } as pg.QueryConfig)).rows;
      },
      bytesRead: () => stream.bytesRead,
      release: (isWhole) => client.release(!isWhole),
    };
  };

const verifyBy =
  (admit: (ask: RunStatement) => Promise<void>) => (client: pg.PoolClient, done: (error?: Error) => void) => {
    const ask: RunStatement = async (text, values) => (await client.query(text, [...values])).rows;
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
