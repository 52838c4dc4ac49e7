import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Brings the database to its state before any answer was given, as a restored backup does. */
export const removeAnswers = async (db: Database): Promise<void> => {
  await run(db, 'delete from answer', []);
  await run(db, 'update inspection set revision = 0', []);
  await run(db, 'update feed_counter set version = 1', []);
};

/** Removes all tokens, as when they have expired. */
export const removeTokens = async (db: Database): Promise<void> => {
  await run(db, 'delete from access_token', []);
};
