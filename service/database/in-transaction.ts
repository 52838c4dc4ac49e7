import type { Database, DatabaseTransaction } from './connect.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 4;

/**
 * Runs a write as one transaction, all or nothing. PostgreSQL may abort a transaction to resolve a deadlock; nothing of
 * it is stored then, so it is run again.
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
      const canRetry = code === DEADLOCK_DETECTED || code === SERIALIZATION_FAILURE;
      if (!canRetry || attempt === ATTEMPTS) throw error;
    }
  }
};
