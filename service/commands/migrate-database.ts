import type { CommandContext } from './command-context.ts';
import { withDatabase } from './with-database.ts';

/** `ronda migrate`: updates the schema to this version without starting the server. */
export const migrateDatabase = (context: CommandContext): Promise<void> =>
  withDatabase(context, async () => context.print('The database is up to date.'));
