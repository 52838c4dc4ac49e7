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

/** Connections per process: enough to keep PostgreSQL busy on two cores, yet few enough to run many processes. */
const POOL_SIZE = 16;

export const openDatabase = async (
  { databaseUrl, dataDir, workers }: Config,
  log: Log,
): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> => {
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, stop: async () => {} };
  }
  return startEmbeddedPostgres({
    dataDir,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
    // Leave some connections for tools and operators.
    maxConnections: Math.max(100, (workers + 1) * (POOL_SIZE + ADDITIONAL_CONNECTIONS + 2)),
  });
};

export const connectPool = (
  connection: DatabaseConnection,
  log: Log,
  options: Pick<PoolOptions, 'verify' | 'plansForValues'> = {},
): DatabaseHandle =>
  connect(connection, { poolSize: POOL_SIZE, onError: createErrorLogger(log), ...options });

export const connectMaintenance = (connection: DatabaseConnection, log: Log): DatabaseHandle =>
  connect(connection, { poolSize: 1, onError: createErrorLogger(log), plansForValues: true });

/** The driver attaches the connection to errors, including the secret that cancels its statements. */
const createErrorLogger =
  (log: Log) =>
  ({ message, code }: Error & { code?: string }) =>
    log.warn({ reason: message, code }, 'a database connection was lost');
