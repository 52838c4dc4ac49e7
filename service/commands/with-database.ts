import type { DatabaseHandle } from '#service/database/connect.ts';
import { isTransientDatabaseFailure } from '#service/database/database-failure.ts';
import { checkIdentity } from './check-identity.ts';
import { connectPool, connectSteward, openDatabase } from './open-database.ts';
import type { Operation } from './operation.ts';
import { prepareDatabase } from './prepare-database.ts';

/** Opens the database, brings it up to date, does the work, and closes it again whatever happens. */
export const withDatabase = async (
  { config, log }: Operation,
  work: (database: DatabaseHandle) => Promise<void>,
): Promise<void> => {
  await using closing = new AsyncDisposableStack();
  const opened = await openDatabase(config, log);
  closing.defer(opened.stop);
  const steward = connectSteward(opened.connection, log);
  closing.defer(steward.close);
  await prepareDatabase(steward.db, log).catch((error: Error) => {
    throw config.databaseUrl !== undefined && isTransientDatabaseFailure(error) ? unreachable(error) : error;
  });

  const database = connectPool(opened.connection, log, checkIdentity(steward.db, log));
  closing.defer(database.close);
  await work(database);
};

const unreachable = (error: Error) => {
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return new Error(`The database of DATABASE_URL cannot be reached: ${first.message}`, { cause: error });
};
