import { refuseUnfinishedRestore } from '#service/backup/restore-mark.ts';
import type { Database } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import { run } from '#service/database/statement.ts';
import { raiseEpoch } from './check-identity.ts';
import type { Log } from './log.ts';

/** Brings the schema up to date and raises the epoch of the change feed, before anything else is done with the database. */
export const prepareDatabase = async (steward: Database, log: Log): Promise<void> => {
  await mustBeRecent(steward);
  await refuseUnfinishedRestore(steward);
  await migrate(steward, {
    onApply: ({ number, name }) => log.info(`Migrating the database: ${number} ${name}`),
    onWait: (reason) => log.warn(`Waiting to migrate the database: ${reason}`),
  });
  await raiseEpoch(steward, log);
};

const OLDEST_POSTGRES = 15;

const mustBeRecent = async (steward: Database): Promise<void> => {
  const [server] = await run<{ version: string; number: number }>(
    steward,
    `select current_setting('server_version') as version, current_setting('server_version_num')::integer as number
     where $1`,
    [true],
  );
  if (server!.number >= OLDEST_POSTGRES * 10_000) return;
  throw new Error(`The database is PostgreSQL ${server!.version}; ${OLDEST_POSTGRES} or newer is needed.`);
};
