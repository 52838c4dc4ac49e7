import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from './connect.ts';
import {
  continueDistribution,
  type DistributionProgress,
  isDistributed,
  setSequentialMode,
} from './distribute.ts';
import { withMigrationLock } from './migration-lock.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);

export type Migration = { number: number; name: string; text: string };

export const readMigrations = async (): Promise<Migration[]> => {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -'.sql'.length),
      text: await readFile(new URL(file, MIGRATIONS_FOLDER), 'utf8'),
    })),
  );
};

export type MigrateOptions = {
  onApply?: (migration: Migration) => void;
  /** Called before each step that distributes a new table or function over a cluster. */
  onStep?: (progress: DistributionProgress) => void;
  /** Called with the reason if the migration has to wait. */
  onWait?: (reason: string) => void;
  /** Applies only these migrations, by number: a backup is restored into the schema it was taken from. */
  only?: ReadonlySet<number>;
};

/** If several servers start at the same time, only one migrates. An interrupted run can be resumed. */
export const migrate = async (
  db: Database,
  { onApply = () => {}, onWait = () => {}, onStep = () => {}, only }: MigrateOptions = {},
): Promise<void> => {
  const migrations = await readMigrations();
  const selectedMigrations = migrations.filter(({ number }) => only?.has(number) ?? true);
  await withMigrationLock(db, onWait, async (connection) => {
    const appliedNumbers = await readAppliedMigrations(connection);
    rejectNewerSchema(appliedNumbers, migrations);
    const isOnCluster = await isDistributed(connection);
    for (const migration of selectedMigrations.filter(({ number }) => !appliedNumbers.has(number))) {
      onApply(migration);
      await connection.transaction().execute(async (trx) => {
        if (isOnCluster) await setSequentialMode(trx);
        await sql.raw(migration.text).execute(trx);
        await sql`insert into schema_migration (number, name) values (${migration.number}, ${migration.name})`.execute(
          trx,
        );
      });
    }
    if (isOnCluster) await continueDistribution(connection, onStep);
  });
};

/** Must be fast, because the readiness check runs often. */
export const isMigrated = async (db: Database, newest: number): Promise<boolean> => {
  const { rows } = await sql<{ applied: boolean }>`
    select exists (select from schema_migration where number = ${newest}) as applied
  `.execute(db);
  return rows[0]?.applied ?? false;
};

const readAppliedMigrations = async (db: Database): Promise<Set<number>> => {
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

const rejectNewerSchema = (appliedNumbers: ReadonlySet<number>, migrations: readonly Migration[]) => {
  const newestNumber = Math.max(0, ...migrations.map(({ number }) => number));
  const newerNumbers = [...appliedNumbers].filter((number) => number > newestNumber);
  if (newerNumbers.length > 0) {
    throw new Error(
      `A newer version of Ronda has migrated the database (to migration ${Math.max(...newerNumbers)}; this version supports ${newestNumber}). Start that version, or restore a backup.`,
    );
  }
};
