import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { FairQueue } from '#service/admission/fair-queue.ts';
import {
  type AdHocQueries,
  type BorrowConnection,
  createAdHocQueries,
  QUERY_TIMEOUTS,
} from './ad-hoc-queries.ts';
import { type BorrowClient, createBorrower, createListQueue, createWorkQueue } from './fair-pool.ts';
import { SERVING_LOCK } from './serving-lock.ts';
import { getStatementName } from './statement-name.ts';

/** Kysely's query builder is not used, because all statements are SQL text. */
type NoTables = Record<never, never>;
export type Database = Kysely<NoTables>;
/** Required, instead of the pool, by writes that consist of several statements. */
export type DatabaseTransaction = Transaction<NoTables>;

/** `host` may be a socket folder. */
export type DatabaseConnection =
  | { connectionString: string }
  | { host: string; port?: number; user: string; database: string; password?: string };

type Listener = { close(): Promise<void> };

export type DatabaseHandle = {
  connection: DatabaseConnection;
  db: Database;
  adHocQueries: AdHocQueries;
  /**
   * Listens for notifications. After losing the connection, reconnects and calls `onConnect`. The connection holds
   * SERVING_LOCK, because only servers listen.
   */
  listen(channel: string, onNotify: (payload: string) => void, onConnect: () => void): Listener;
  /** `waiting` is the number of callers waiting for a connection. */
  getLoad(): { total: number; idle: number; waiting: number };
  queues: Readonly<Record<'database' | 'short lists' | 'long lists', FairQueue>>;
  close(): Promise<void>;
};

/** In milliseconds. These timeouts make an overloaded server respond with an error instead of hanging (R5). */
const TIMEOUTS = {
  connect: 2_000,
  statement: 10_000,
  lock: 2_000,
  idleInTransaction: 10_000,
  /** Longer than the timeouts enforced by PostgreSQL itself: if it expires, PostgreSQL is unreachable. */
  read: 12_000,
};

const QUERY_POOL_SIZES = { short: 5, streams: 5 };
/** Connections per process in addition to its pool, including two listeners. */
export const ADDITIONAL_CONNECTIONS = QUERY_POOL_SIZES.short + QUERY_POOL_SIZES.streams + 2;

const RECONNECT_DELAY_MS = 500;
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

const TRANSACTION_COMMANDS = new Set(['begin', 'commit', 'rollback']);

/** Names its statements, and closes the connection if PostgreSQL stops responding (R3). */
class ServiceClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg.Client.query has fifteen overloads; all are passed on untouched
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string' || rest.length > 0) return super.query(...(args as [string]));
    const hasValues = Array.isArray(values) && values.length > 0;
    // Migrations have no time limit.
    if (!hasValues && !TRANSACTION_COMMANDS.has(text)) return super.query(...(args as [string]));
    const timeout = { query_timeout: TIMEOUTS.read };
    const result = super.query(
      hasValues ? { name: getStatementName(text), text, values, ...timeout } : { text, ...timeout },
    );
    return result.catch((error: Error) => {
      if (error.message === READ_TIMEOUT_MESSAGE) this.#closeSocket();
      throw error;
    });
  }

  /** The pool must not hand the dead connection to the next caller. */
  #closeSocket() {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** bigint columns hold IDs and counts below 2^53. Feed positions can be larger, so they are selected as text. */
const INT8_OID = 20;
/** Dates stay strings, because the day of a Date would depend on the time zone. */
const DATE_OID = 1082;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8_OID) return Number;
    return oid === DATE_OID ? String : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

export type RunStatement = (text: string, values: readonly unknown[]) => Promise<unknown[]>;

const directRunners = new WeakMap<object, RunStatement>();

/** Returns a function that runs statements on the pool without Kysely, or undefined for a transaction. */
export const findDirectRunner = (db: object): RunStatement | undefined => directRunners.get(db);

export type PoolOptions = {
  poolSize: number;
  onError: (error: Error) => void;
  /** Checks each new connection. If this throws, the connection is closed. */
  verify?: ((runStatement: RunStatement) => Promise<void>) | undefined;
  /**
   * On Citus, most statements can be planned only for a known tenant. Elsewhere, PostgreSQL would plan every poll of the
   * feed by default, which makes an empty poll three times as expensive.
   */
  plansForValues?: boolean;
};

/** Connects lazily, on the first query. */
export const connect = (
  connection: DatabaseConnection,
  { poolSize, onError, verify, plansForValues = false }: PoolOptions,
): DatabaseHandle => {
  const settings = createSettings(connection, [
    `-c statement_timeout=${TIMEOUTS.statement}`,
    `-c idle_in_transaction_session_timeout=${TIMEOUTS.idleInTransaction}`,
    `-c plan_cache_mode=${plansForValues ? 'auto' : 'force_generic_plan'}`,
  ]);
  let closePromise: Promise<void> | undefined;
  const pool = new pg.Pool({
    ...settings,
    max: poolSize,
    Client: ServiceClient as typeof pg.Client,
    ...(verify && { verify: createVerifier(verify) }),
  });
  const querySettings = createSettings(connection, [
    `-c statement_timeout=${QUERY_TIMEOUTS.statement}`,
    `-c idle_in_transaction_session_timeout=${QUERY_TIMEOUTS.idle}`,
    '-c default_transaction_read_only=on',
    // These statements run only once.
    '-c plan_cache_mode=force_custom_plan',
    // PostgreSQL cancels a statement whose connection has been closed.
    '-c client_connection_check_interval=500',
  ]);
  const queryPools = {
    short: new pg.Pool({ ...querySettings, max: QUERY_POOL_SIZES.short }),
    streams: new pg.Pool({ ...querySettings, max: QUERY_POOL_SIZES.streams }),
  };
  for (const queryPool of [pool, queryPools.short, queryPools.streams]) {
    // Without a listener, the failure of an idle connection would crash the process.
    queryPool.on('error', (error) => closePromise || onError(error));
    // If a connection fails while in use, its query rejects. Without a listener, the process would crash as well.
    queryPool.on('connect', (client) => client.on('error', () => undefined));
  }
  const queues = {
    database: createWorkQueue(poolSize, TIMEOUTS.connect),
    'short lists': createListQueue(QUERY_POOL_SIZES.short, QUERY_TIMEOUTS.borrow),
    'long lists': createListQueue(QUERY_POOL_SIZES.streams, QUERY_TIMEOUTS.borrowForLongList),
  };
  const borrow = createBorrower<pg.PoolClient>(pool, queues.database);
  const dialect = new PostgresDialect({
    pool: { connect: borrow, end: () => pool.end(), options: pool.options },
  });
  const db = new Kysely<NoTables>({ dialect });
  directRunners.set(db, async (text, values) => {
    // pool.query would discard the connection whenever PostgreSQL rejects a statement.
    const client = await borrow();
    try {
      const { rows } = await client.query(text, [...values]);
      return rows;
    } finally {
      client.release();
    }
  });

  const closeAll = async () => {
    // Kysely ends the pool only if it has used the pool itself, and `run` bypasses Kysely.
    await Promise.all([db.destroy(), queryPools.short.end(), queryPools.streams.end()]);
    if (!pool.ending) await pool.end();
  };

  return {
    connection,
    db,
    getLoad: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: queues.database.getLoad().waiting,
    }),
    queues,
    adHocQueries: createAdHocQueries({
      short: createQueryBorrower(createBorrower<pg.PoolClient>(queryPools.short, queues['short lists'])),
      streams: createQueryBorrower(createBorrower<pg.PoolClient>(queryPools.streams, queues['long lists'])),
    }),
    close: () => {
      closePromise ??= closeAll();
      return closePromise;
    },
    listen: (channel, onNotify, onConnect) => listen(settings, channel, { onNotify, onConnect, onError }),
  };
};

const createSettings = (connection: DatabaseConnection, options: readonly string[]): pg.ClientConfig => ({
  ...connection,
  types,
  keepAlive: true,
  connectionTimeoutMillis: TIMEOUTS.connect,
  application_name: 'ronda',
  options: [
    ...options,
    `-c lock_timeout=${TIMEOUTS.lock}`,
    '-c timezone=UTC',
    // All statements are short, so JIT compilation would cost more than it saves.
    '-c jit=off',
  ].join(' '),
});

/** Creates a client without timeouts that is not connected yet. */
export const openClient = (connection: DatabaseConnection): pg.Client =>
  new pg.Client(
    createSettings(connection, ['-c statement_timeout=0', '-c idle_in_transaction_session_timeout=0']),
  );

/** Ad hoc queries are unnamed: prepared statements for them would fill up PostgreSQL's memory. */
const createQueryBorrower =
  (borrow: BorrowClient<pg.PoolClient>): BorrowConnection =>
  async (signal) => {
    const client = await borrow(signal);
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    return {
      query: async (text, values) => {
        const timeout = { query_timeout: QUERY_TIMEOUTS.batch + TIMEOUTS.connect };
        return (await client.query({ text, values: [...values], ...timeout } as pg.QueryConfig)).rows;
      },
      bytesRead: () => stream.bytesRead,
      release: (isIntact) => client.release(!isIntact),
    };
  };

const createVerifier =
  (verify: (runStatement: RunStatement) => Promise<void>) =>
  (client: pg.PoolClient, done: (error?: Error) => void) => {
    const runStatement: RunStatement = async (text, values) => (await client.query(text, [...values])).rows;
    verify(runStatement).then(() => done(), done);
  };

const listen = (
  settings: pg.ClientConfig,
  channel: string,
  handlers: { onNotify: (payload: string) => void; onConnect: () => void; onError: (error: Error) => void },
): Listener => {
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const open = async () => {
    const newClient = new pg.Client(settings);
    const reopen = () => {
      if (client !== newClient) return;
      client = undefined;
      if (!isClosed) retry = setTimeout(open, RECONNECT_DELAY_MS);
    };
    client = newClient;
    newClient.on('error', (error) => isClosed || handlers.onError(error));
    newClient.on('end', reopen);
    newClient.on('notification', (message) => handlers.onNotify(message.payload ?? ''));
    try {
      await newClient.connect();
      await newClient.query(`listen ${pg.escapeIdentifier(channel)}`);
      await newClient.query('select pg_advisory_lock_shared($1)', [SERVING_LOCK]);
      handlers.onConnect();
    } catch (error) {
      if (!isClosed) handlers.onError(error as Error);
      await newClient.end().catch(() => undefined);
      reopen();
    }
  };
  void open();

  return {
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
};
