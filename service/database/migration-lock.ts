import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** An arbitrary key, shared by all server processes. */
const MIGRATION_LOCK = 7_101_973;

/** Runs `work` on a connection without timeouts while no other process migrates the database. */
export const withMigrationLock = <Result>(
  db: Database,
  onWait: (reason: string) => void,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> =>
  db.connection().execute(async (connection) => {
    // Migrations and backups may take longer than the timeouts for requests.
    await sql`set lock_timeout = 0; set statement_timeout = 0`.execute(connection);
    await lockMigration(connection, onWait);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
      await sql`reset lock_timeout; reset statement_timeout`.execute(connection);
    }
  });

const lockMigration = async (db: Database, onWait: (reason: string) => void): Promise<void> => {
  const { rows } = await sql<{ isLocked: boolean; mode: string | null }>`
    select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}) as "isLocked",
           (select mode from pg_locks where locktype = 'advisory' and objid = ${sql.lit(MIGRATION_LOCK)} and granted
              and database = (select oid from pg_database where datname = current_database()) limit 1) as mode
  `.execute(db);
  const { isLocked, mode } = rows[0]!;
  if (isLocked) return;
  onWait(mode === 'ShareLock' ? 'a backup is copying the tables' : 'another process is migrating it');
  await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
};

/**
 * Blocks migrations until the connection closes. Migrations take this lock before locking any table: otherwise,
 * requests would queue behind a migration that is waiting for a table.
 */
export const lockSchema = (query: (statement: string) => Promise<unknown>): Promise<unknown> =>
  query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`);
