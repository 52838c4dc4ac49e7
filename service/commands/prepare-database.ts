import { recogniseHistory } from '#service/changes/feed-history.ts';
import type { Config } from '#service/config.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import { createEpochMemory } from './epoch-memory.ts';
import type { Log } from './log.ts';

/** Brings the schema up to date and recognises the database, before anything else is done with it. */
export const prepareDatabase = async (
  { db }: DatabaseHandle,
  { dataDir }: Config,
  log: Log,
): Promise<void> => {
  await migrate(db, ({ number, name }) => log.info(`Migrating the database: ${number} ${name}`));
  const outcome = await recogniseHistory(db, { memory: createEpochMemory(dataDir), now: Date.now() });
  if (outcome === 'branched') {
    log.warn(
      'The database was restored or promoted: change tokens of the lost history are served from the start',
    );
  }
};
