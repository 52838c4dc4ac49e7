import type { Config } from '#service/config.ts';
import type { Database } from '#service/database/connect.ts';
import { createPasswords, type Passwords } from '#service/identity/passwords.ts';
import type { Log } from './log.ts';
import { connectPool, openDatabase } from './open-database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runWorkers } from './run-workers.ts';
import { serve } from './serve.ts';
import { untilStopped } from './until-stopped.ts';

export type Operation = { config: Config; version: string; log: Log; print: (line: string) => void };

/**
 * Brings the organisation into the database, before anybody is served. What it returns is told to the operator once the
 * service answers at `address`.
 */
export type PrepareOrganisation = (
  db: Database,
  passwords: Passwords,
) => Promise<(address: string) => string[]>;

/** Starts the service and runs until it is told to stop: database, schema, organisation, HTTP. */
export const start = async (
  { config, version, log, print }: Operation,
  prepareOrganisation: PrepareOrganisation,
): Promise<void> => {
  const stopped = untilStopped(log);
  const database = await openDatabase(config, log);
  try {
    const pool = connectPool(database.connection, log);
    try {
      await prepareDatabase(pool, config, log);
      const passwords = createPasswords();
      const greeting = await prepareOrganisation(pool.db, passwords);
      const running =
        config.workers === 1
          ? await serve(pool, { config, passwords, version, log })
          : await runWorkers(config, database.connection, log);
      print(`Ronda is ready at ${running.address}`);
      greeting(running.address).forEach(print);
      await stopped;
      await running.close();
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
};
