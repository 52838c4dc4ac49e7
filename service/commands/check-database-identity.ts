import { hasOtherIdentity, type RunQuery, raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import type { Database } from '#service/database/connect.ts';
import type { Log } from './log.ts';

/** Raises the change feed's epoch. Logs a warning if the database was restored or promoted (decision C6). */
export const raiseEpoch = async (maintenance: Database, log: Log): Promise<void> => {
  const { isOtherDatabase } = await raiseEpochAtStart(maintenance);
  if (isOtherDatabase) {
    log.warn(
      'The database was restored or promoted. Clients with change tokens from the lost history will read the feed from the start.',
    );
  }
};

/** Runs before a new connection is used, so that no position of a replaced database's old epoch is issued. */
export const checkDatabaseIdentity =
  (maintenance: Database, log: Log) =>
  async (query: RunQuery): Promise<void> => {
    if (await hasOtherIdentity(query)) await raiseEpoch(maintenance, log);
  };
