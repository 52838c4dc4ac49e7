import { hasIdentityChanged, raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import type { Database, RunStatement } from '#service/database/connect.ts';
import type { Log } from './log.ts';

/** Raises the change feed's epoch (decision C6). */
export const raiseEpoch = async (maintenance: Database, log: Log): Promise<void> => {
  const { isDatabaseReplaced } = await raiseEpochAtStart(maintenance);
  if (isDatabaseReplaced) {
    log.warn(
      'The database was restored or promoted. Clients with change tokens from the lost history will read the feed from the start.',
    );
  }
};

/** Returns a check for new connections that raises the feed's epoch if the database has been replaced. */
export const checkDatabaseIdentity =
  (maintenance: Database, log: Log) =>
  async (query: RunStatement): Promise<void> => {
    if (await hasIdentityChanged(query)) await raiseEpoch(maintenance, log);
  };
