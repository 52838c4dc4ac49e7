import type { DatabaseHandle } from '#service/database/connect.ts';
import { connectPool, openDatabase } from './open-database.ts';
import type { Operation } from './operation.ts';
import { prepareDatabase } from './prepare-database.ts';

/** Opens the database, brings it up to date, does the work, and closes it again whatever happens. */
export const withDatabase = async (
  { config, log }: Operation,
  work: (database: DatabaseHandle) => Promise<void>,
): Promise<void> => {
  const opened = await openDatabase(config, log);
  try {
    const database = connectPool(opened.connection, log);
    try {
      await prepareDatabase(database, config, log);
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await opened.stop();
  }
};
