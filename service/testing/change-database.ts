import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Resets the database to its state before the first answer, as restoring a backup would. */
export const removeAnswers = async (db: Database): Promise<void> => {
  await run(db, 'delete from answer', []);
  await run(db, 'update inspection set revision = 0', []);
  await run(db, 'update feed_counter set version = 1', []);
};

/** Deletes all access tokens, as if they had expired. */
export const removeTokens = async (db: Database): Promise<void> => {
  await run(db, 'delete from access_token', []);
};
