import { type HistoryMemory, recogniseHistory } from '#service/changes/feed-history.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import type { Log } from './log.ts';

/** Brings the schema up to date and recognises the database, before anything else is done with it. */
export const prepareDatabase = async (
  { db }: DatabaseHandle,
  memory: HistoryMemory,
  log: Log,
): Promise<void> => {
  await migrate(db, ({ number, name }) => log.info(`Migrating the database: ${number} ${name}`));
  const outcome = await recogniseHistory(db, { memory, now: Date.now() });
  if (outcome === 'branched') {
    log.warn(
      'The database was restored or promoted: change tokens of the lost history are served from the start',
    );
  }
};
