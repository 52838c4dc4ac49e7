import { rejectUnfinishedRestore } from '#service/backup/restore-marker.ts';
import type { Database } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import { readRow, statement } from '#service/database/statement.ts';
import { raiseEpoch } from './check-database-identity.ts';
import type { Log } from './log.ts';

/** Call this before using the database for anything else. */
export const prepareDatabase = async (maintenance: Database, log: Log): Promise<void> => {
  await requireRecentPostgres(maintenance);
  await rejectUnfinishedRestore(maintenance);
  await migrate(maintenance, {
    onApply: ({ number, name }) => log.info(`Migrating the database: ${number} ${name}`),
    onWait: (reason) => log.warn(`Waiting to migrate the database: ${reason}`),
    onStep: ({ step }) => log.info(`Distributing the database: ${step}`),
  });
  await raiseEpoch(maintenance, log);
};

const OLDEST_POSTGRES = 15;

const READ_POSTGRES_VERSION = statement('read-postgres-version')`
  select current_setting('server_version') as version, current_setting('server_version_num')::integer as number
  where $1`.narrow<{ version: string; number: number }>();

const requireRecentPostgres = async (maintenance: Database): Promise<void> => {
  const { number, version } = await readRow(maintenance, READ_POSTGRES_VERSION, [true]);
  if (number >= OLDEST_POSTGRES * 10_000) return;
  throw new Error(
    `The database runs PostgreSQL ${version}. Ronda needs version ${OLDEST_POSTGRES} or newer.`,
  );
};
