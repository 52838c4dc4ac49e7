import type { Config } from '#service/config.ts';
import {
  ADDITIONAL_CONNECTIONS,
  connect,
  type DatabaseConnection,
  type DatabaseHandle,
  type PoolOptions,
} from '#service/database/connect.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import type { Log } from './log.ts';

/** Connections per process: enough to keep two cores of PostgreSQL busy, few enough for many processes. */
const POOL_SIZE = 16;

export type OpenDatabase = { connection: DatabaseConnection; stop(): Promise<void> };

/** Returns the database of DATABASE_URL, or starts the embedded one. */
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
    // Enough for each process, plus tools and an operator's own connections.
    maxConnections: Math.max(100, (workers + 1) * (POOL_SIZE + ADDITIONAL_CONNECTIONS + 2)),
  });
};

/** The connections that serve requests. `admit` checks each new one. */
export const connectPool = (
  connection: DatabaseConnection,
  log: Log,
  admit?: PoolOptions['admit'],
): DatabaseHandle => connect(connection, { poolSize: POOL_SIZE, onError: warnBy(log), admit });

/** A single connection, for preparing the database before others may use it. */
export const connectMaintenance = (connection: DatabaseConnection, log: Log): DatabaseHandle =>
  connect(connection, { poolSize: 1, onError: warnBy(log) });

/**
 * Logs only the message and code: the driver attaches the connection to the error, with the key that can cancel its
 * statements.
 */
const warnBy =
  (log: Log) =>
  ({ message, code }: Error & { code?: string }) =>
    log.warn({ reason: message, code }, 'a database connection was lost');
