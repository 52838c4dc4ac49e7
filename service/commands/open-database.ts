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

/**
 * The number of connections per process: enough to keep PostgreSQL busy on two cores, but few enough to run many
 * processes.
 */
const POOL_SIZE = 16;

export type OpenDatabase = { connection: DatabaseConnection; stop(): Promise<void> };

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
    // Some connections are left for tools and operators.
    maxConnections: Math.max(100, (workers + 1) * (POOL_SIZE + ADDITIONAL_CONNECTIONS + 2)),
  });
};

export const connectPool = (
  connection: DatabaseConnection,
  log: Log,
  admit?: PoolOptions['admit'],
): DatabaseHandle => connect(connection, { poolSize: POOL_SIZE, onError: createErrorLogger(log), admit });

/** Creates a single connection, for preparing the database before it serves requests. */
export const connectMaintenance = (connection: DatabaseConnection, log: Log): DatabaseHandle =>
  connect(connection, { poolSize: 1, onError: createErrorLogger(log) });

/**
 * Creates a function that logs only the message and the code of an error. The driver also attaches the connection
 * to the error, with the secret for cancelling its statements.
 */
const createErrorLogger =
  (log: Log) =>
  ({ message, code }: Error & { code?: string }) =>
    log.warn({ reason: message, code }, 'a database connection was lost');
