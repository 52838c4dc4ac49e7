import { rememberHistory } from '#service/changes/feed-history.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { createHistoryMemory } from './history-memory.ts';
import { connectPool, openDatabase } from './open-database.ts';
import type { Operation } from './operation.ts';
import { prepareDatabase } from './prepare-database.ts';
import { repeat } from './repeat.ts';

/** What was handed out since the last time is not missed when an older copy of the database is put back. */
const REMEMBER_EVERY_MS = 1_000;

/** Opens the database, brings it up to date, does the work, and closes it again whatever happens. */
export const withDatabase = async (
  { config, log }: Operation,
  work: (database: DatabaseHandle) => Promise<void>,
): Promise<void> => {
  const opened = await openDatabase(config, log);
  try {
    const database = connectPool(opened.connection, log);
    try {
      const memory = createHistoryMemory(config.dataDir);
      await prepareDatabase(database, memory, log);
      const remember = () => rememberHistory(database.db, memory);
      const remembering = repeat(REMEMBER_EVERY_MS, remember, (error) =>
        log.warn({ err: error }, 'how far the database has come could not be remembered'),
      );
      try {
        await work(database);
      } finally {
        await remembering.stop();
        await remember().catch(() => undefined);
      }
    } finally {
      await database.close();
    }
  } finally {
    await opened.stop();
  }
};
