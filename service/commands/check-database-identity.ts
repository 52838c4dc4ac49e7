import { hasIdentityChanged, type RunQuery, raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import type { Database } from '#service/database/connect.ts';
import type { Log } from './log.ts';

/** Raises the change feed's epoch. Logs a warning if the database was restored or promoted (decision C6). */
export const raiseEpoch = async (maintenance: Database, log: Log): Promise<void> => {
  const { isDatabaseReplaced } = await raiseEpochAtStart(maintenance);
  if (isDatabaseReplaced) {
    log.warn(
      'The database was restored or promoted. Clients with change tokens from the lost history will read the feed from the start.',
    );
  }
};

/**
 * Returns a function that runs before a new connection is used. If the database has been replaced, it raises the
 * epoch, so that no feed position with the old epoch is issued.
 */
export const checkDatabaseIdentity =
  (maintenance: Database, log: Log) =>
  async (query: RunQuery): Promise<void> => {
    if (await hasIdentityChanged(query)) await raiseEpoch(maintenance, log);
  };
