import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';

/**
 * Reproduces a race condition: makes a change in a transaction, waits until its locks block `start`, runs
 * `beforeCommit`, and commits. Returns the result of `start`.
 */
export const runWhileLocked = async <Result>(
  db: Database,
  change: (trx: DatabaseTransaction) => Promise<unknown>,
  start: () => Promise<Result>,
  beforeCommit: (trx: DatabaseTransaction) => Promise<unknown> = async () => {},
): Promise<Result> => {
  const outcome = await db.transaction().execute(async (trx) => {
    await change(trx);
    let isSettled = false;
    const result = start().finally(() => {
      isSettled = true;
    });
    while (!isSettled && !(await isBlocked(db)));
    await beforeCommit(trx);
    return { result };
  });
  return outcome.result;
};

const isBlocked = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows.length > 0;
};
