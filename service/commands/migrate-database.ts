import type { Operation } from './operation.ts';
import { withDatabase } from './with-database.ts';

/** `ronda migrate`: brings the schema to this version without serving anybody. */
export const migrateDatabase = (operation: Operation): Promise<void> =>
  withDatabase(operation, async () => operation.print('The database is up to date.'));
