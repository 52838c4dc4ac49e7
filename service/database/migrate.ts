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

/**
 * Brings the schema to this version, each migration in its own transaction, under a lock: servers that start together
 * migrate once, and an interrupted run goes on where it stopped. `onApply` hears of each migration before it runs. With
 * `only`, no migration of another number is applied: a backup is restored into the schema that it was made of.
 */
export const migrate = async (
  db: Database,
  onApply: (migration: Migration) => void = () => {},
  only?: ReadonlySet<number>,
): Promise<void> => {
  const migrations = await readMigrations();
  const wanted = migrations.filter(({ number }) => only?.has(number) ?? true);
  await db.connection().execute(async (connection) => {
    // The lock is waited for as long as it takes another server to migrate, and a migration may outlast a request.
    await sql`set lock_timeout = 0; set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
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
