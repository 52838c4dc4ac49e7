import { rememberHistory } from '#service/changes/feed-history.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { isTransientDatabaseFailure } from '#service/database/database-failure.ts';
import { guardHistory } from './guard-history.ts';
import { createHistoryMemory } from './history-memory.ts';
import { connectPool, connectSteward, openDatabase } from './open-database.ts';
import type { Operation } from './operation.ts';
import { prepareDatabase } from './prepare-database.ts';
import { repeat } from './repeat.ts';

/** What was handed out since the last time is not missed when an older copy of the database is put back. */
const REMEMBER_EVERY_MS = 1_000;

/** Opens the database, brings it up to date, does the work, and closes it again whatever happens. */
export const withDatabase = async (
  { config, log }: Operation,
  work: (database: DatabaseHandle) => Promise<void>,
): Promise<void> => {
  await using closing = new AsyncDisposableStack();
  const opened = await openDatabase(config, log);
  closing.defer(opened.stop);
  const memory = createHistoryMemory(config.dataDir);
  const steward = connectSteward(opened.connection, log);
  closing.defer(steward.close);
  await prepareDatabase(steward.db, memory, log).catch((error: Error) => {
    throw config.databaseUrl !== undefined && isTransientDatabaseFailure(error) ? unreachable(error) : error;
  });

  const database = connectPool(opened.connection, log, guardHistory(steward.db, memory, log));
  closing.defer(database.close);
  const remember = () => rememberHistory(database.db, memory);
  closing.defer(() => remember().catch(() => undefined));
  const remembering = repeat(REMEMBER_EVERY_MS, remember, (error) =>
    log.warn({ err: error }, 'how far the database has come could not be remembered'),
  );
  closing.defer(remembering.stop);
  await work(database);
};

const unreachable = (error: Error) => {
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return new Error(`The database of DATABASE_URL cannot be reached: ${first.message}`, { cause: error });
};
