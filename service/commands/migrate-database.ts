import { connectPool, openDatabase } from './open-database.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Operation } from './start.ts';

/** Brings the schema to this version without serving anybody. */
export const migrateDatabase = async ({ config, log, print }: Operation): Promise<void> => {
  const database = await openDatabase(config, log);
  try {
    const pool = connectPool(database.connection, log);
    try {
      await prepareDatabase(pool, config, log);
      print('The database is up to date.');
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
};
