import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';

/**
 * Does something in a transaction and commits it when `begin` has run into its locks, after `goOn` has done the rest;
 * returns what `begin` came to. A race whose outcome does not depend on luck.
 */
export const holdBack = async <Result>(
  db: Database,
  change: (trx: DatabaseTransaction) => Promise<unknown>,
  begin: () => Promise<Result>,
  goOn: (trx: DatabaseTransaction) => Promise<unknown> = async () => {},
): Promise<Result> => {
  const begun = await db.transaction().execute(async (trx) => {
    await change(trx);
    let isOver = false;
    const result = begin().finally(() => {
      isOver = true;
    });
    while (!isOver && !(await isSomebodyWaiting(db)));
    await goOn(trx);
    return { result };
  });
  return begun.result;
};

const isSomebodyWaiting = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows.length > 0;
};
