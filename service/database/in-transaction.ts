import type { Database, DatabaseTransaction } from './connect.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 4;

/** Retries the write if PostgreSQL aborts the transaction due to a deadlock or serialization failure. */
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
      if (!canRetry || attempt === MAX_ATTEMPTS) throw error;
    }
  }
};

/** Rolls back if `isSaved` is false in the result. Returns the result either way. */
export const inTransactionIfSaved = async <Result extends { isSaved: boolean }>(
  db: Database,
  write: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> => {
  try {
    return await inTransaction(db, async (trx) => {
      const result = await write(trx);
      if (!result.isSaved) throw new RollbackError(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RollbackError) return error.result as Result;
    throw error;
  }
};

class RollbackError extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('The transaction was rolled back.');
    this.result = result;
  }
}
