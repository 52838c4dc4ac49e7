import type { Database, DatabaseTransaction } from './connect.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 4;

/**
 * Runs a write as one transaction: whole or not at all. PostgreSQL may sacrifice a transaction to resolve a deadlock;
 * nothing of it has happened then, so it is simply run again.
 */
export const inTransaction = async <Result>(
  db: Database,
  write: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(write);
    } catch (error) {
      const { code } = error as { code?: string };
      const mayRetry = code === DEADLOCK_DETECTED || code === SERIALIZATION_FAILURE;
      if (!mayRetry || attempt === ATTEMPTS) throw error;
    }
  }
};
