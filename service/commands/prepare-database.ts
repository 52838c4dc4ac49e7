import type { HistoryMemory } from '#service/changes/feed-history.ts';
import type { Database } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import { recognise } from './guard-history.ts';
import type { Log } from './log.ts';

/** Brings the schema up to date and recognises the database, before anything else is done with it. */
export const prepareDatabase = async (steward: Database, memory: HistoryMemory, log: Log): Promise<void> => {
  await migrate(steward, ({ number, name }) => log.info(`Migrating the database: ${number} ${name}`));
  await recognise(steward, memory, log);
};
