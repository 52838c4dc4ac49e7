import type { Config } from '#service/config.ts';
import {
  connect,
  type DatabaseConnection,
  type DatabaseHandle,
  FURTHER_CONNECTIONS,
  type PoolOptions,
} from '#service/database/connect.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import type { Log } from './log.ts';

/** Connections a process may hold: enough to keep two cores of PostgreSQL busy, few enough for many processes. */
const POOL_SIZE = 16;

export type OpenDatabase = { connection: DatabaseConnection; stop(): Promise<void> };

/** The database of DATABASE_URL, or the embedded one, started. */
export const openDatabase = async (
  { databaseUrl, dataDir, workers }: Config,
  log: Log,
): Promise<OpenDatabase> => {
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, stop: async () => {} };
  }
  return startEmbeddedPostgres({
    dataDir,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
    // For each process, and room for tools and an operator.
    maxConnections: Math.max(100, (workers + 1) * (POOL_SIZE + FURTHER_CONNECTIONS + 2)),
  });
};

/** The connections of the service's work. `admit` looks at each new one. */
export const connectPool = (
  connection: DatabaseConnection,
  log: Log,
  admit?: PoolOptions['admit'],
): DatabaseHandle => connect(connection, { poolSize: POOL_SIZE, onError: warnBy(log), admit });

/** One connection, for what is done before the others may be used. */
export const connectSteward = (connection: DatabaseConnection, log: Log): DatabaseHandle =>
  connect(connection, { poolSize: 1, onError: warnBy(log) });

const warnBy = (log: Log) => (error: Error) => log.warn({ err: error }, 'a database connection was lost');
