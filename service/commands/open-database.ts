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

/** Connections per process: enough to keep two PostgreSQL cores busy, yet few enough for many processes. */
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
    // Leaves some connections for tools and operators.
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
 * Logs only these two properties: the driver also attaches the connection, with the secret for cancelling its
 * statements.
 */
const createErrorLogger =
  (log: Log) =>
  ({ message, code }: Error & { code?: string }) =>
    log.warn({ reason: message, code }, 'a database connection was lost');
