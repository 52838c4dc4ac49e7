import type { DatabaseHandle } from '#service/database/connect.ts';
import { isTransientDatabaseFailure } from '#service/database/database-failure.ts';
import { isDistributed } from '#service/database/distribute.ts';
import { checkDatabaseIdentity } from './check-database-identity.ts';
import type { CommandContext } from './command-context.ts';
import { rejectMarkedFolder } from './folder-marker.ts';
import { connectMaintenance, connectPool, openDatabase } from './open-database.ts';
import { prepareDatabase } from './prepare-database.ts';

/** Opens and migrates the database, and closes it once `work` has finished. */
export const withDatabase = async (
  { config, log }: CommandContext,
  work: (database: DatabaseHandle) => Promise<void>,
): Promise<void> => {
  rejectMarkedFolder(config);
  await using cleanup = new AsyncDisposableStack();
  const source = await openDatabase(config, log);
  cleanup.defer(source.stop);
  const maintenance = connectMaintenance(source.connection, log);
  cleanup.defer(maintenance.close);
  await prepareDatabase(maintenance.db, log).catch((error: Error) => {
    throw config.databaseUrl !== undefined && isTransientDatabaseFailure(error)
      ? createConnectionError(error)
      : error;
  });

  const database = connectPool(source.connection, log, {
    verify: checkDatabaseIdentity(maintenance.db, log),
    plansForValues: await isDistributed(maintenance.db),
  });
  cleanup.defer(database.close);
  await work(database);
};

const createConnectionError = (error: Error) => {
  const [firstError = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return new Error(`Could not connect to the database in DATABASE_URL: ${firstError.message}`, {
    cause: error,
  });
};
