import { type Ask, hasOtherIdentity, raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import type { Database } from '#service/database/connect.ts';
import type { Log } from './log.ts';

/** Raises the epoch of the change feed, and logs when the database was restored or promoted (decision C6). */
export const raiseEpoch = async (steward: Database, log: Log): Promise<void> => {
  const { isOtherDatabase } = await raiseEpochAtStart(steward);
  if (isOtherDatabase) {
    log.warn(
      'The database was restored or promoted: change tokens of the lost history are served from the start',
    );
  }
};

/** Checks each new connection before it is used, so that no position is given out in a history that was exchanged. */
export const checkIdentity =
  (steward: Database, log: Log) =>
  async (ask: Ask): Promise<void> => {
    if (await hasOtherIdentity(ask)) await raiseEpoch(steward, log);
  };
