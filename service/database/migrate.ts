import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Any constant will do, as long as every server process uses the same: the second to arrive waits for the first. */
const MIGRATION_LOCK = 7_101_973;

export type Migration = { number: number; name: string; text: string };

/** The migrations of this version, in order. */
export const readMigrations = async (): Promise<Migration[]> => {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -'.sql'.length),
      text: await readFile(new URL(file, MIGRATIONS), 'utf8'),
    })),
  );
};

export type MigrateOptions = {
  /** Gets each migration before it runs. */
  onApply?: (migration: Migration) => void;
  /** Gets the reason when the schema cannot be changed at once. */
  onWait?: (reason: string) => void;
  /** No migration of another number is applied: a backup is restored into the schema that it was made of. */
  only?: ReadonlySet<number>;
};

/**
 * Brings the schema to this version, each migration in its own transaction, under a lock: servers that start together
 * migrate once, and an interrupted run continues where it stopped.
 */
export const migrate = async (
  db: Database,
  { onApply = () => {}, onWait = () => {}, only }: MigrateOptions = {},
): Promise<void> => {
  const migrations = await readMigrations();
  const wanted = migrations.filter(({ number }) => only?.has(number) ?? true);
  await db.connection().execute(async (connection) => {
    // Another server may migrate for long, a backup may copy tables for long, and a migration may outlast a request.
    await sql`set lock_timeout = 0; set statement_timeout = 0`.execute(connection);
    await lockMigration(connection, onWait);
    try {
      const applied = await appliedMigrations(connection);
      refuseNewerSchema(applied, migrations);
      for (const migration of wanted.filter(({ number }) => !applied.has(number))) {
        onApply(migration);
        await connection.transaction().execute(async (trx) => {
          await sql.raw(migration.text).execute(trx);
          await sql`insert into schema_migration (number, name) values (${migration.number}, ${migration.name})`.execute(
            trx,
          );
        });
      }
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
      await sql`reset lock_timeout; reset statement_timeout`.execute(connection);
    }
  });
};

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
 * Keeps the schema as it is until the connection ends, after a migration that is under way. A migration waits for this
 * lock before it touches a table; behind one that waits for a table, requests would queue.
 */
export const keepSchema = (ask: (statement: string) => Promise<unknown>): Promise<unknown> =>
  ask(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`);

/** Whether every migration of this version is applied. One cheap query: the readiness check asks often. */
export const isMigrated = async (db: Database, newest: number): Promise<boolean> => {
  const { rows } = await sql<{ applied: boolean }>`
    select exists (select from schema_migration where number = ${newest}) as applied
  `.execute(db);
  return rows[0]?.applied ?? false;
};

const appliedMigrations = async (db: Database): Promise<Set<number>> => {
  await sql`
    create table if not exists schema_migration (
      number integer not null,
      name text not null,
      applied_at timestamptz(3) not null default now(),
      constraint schema_migration_pkey primary key (number)
    )
  `.execute(db);
  const { rows } = await sql<{ number: number }>`select number from schema_migration`.execute(db);
  return new Set(rows.map(({ number }) => number));
};

const refuseNewerSchema = (applied: ReadonlySet<number>, migrations: readonly Migration[]) => {
  const newest = Math.max(0, ...migrations.map(({ number }) => number));
  const newer = [...applied].filter((number) => number > newest);
  if (newer.length > 0) {
    throw new Error(
      `The database was migrated by a newer version of Ronda (migration ${Math.max(...newer)}, this version knows ${newest}). Start that version, or restore a backup.`,
    );
  }
};
