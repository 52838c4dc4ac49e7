import { sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';
import { readMigrations } from '#service/database/migrate.ts';

/** Creates the schema of an older version by running all migrations before `number`. */
export const createOlderSchema = async (db: Database, number: number) => {
  await sql.raw('drop schema public cascade; create schema public').execute(db);
  await sql.raw('create table schema_migration (number integer primary key, name text)').execute(db);
  for (const migration of await readMigrations()) {
    if (migration.number >= number) continue;
    await sql.raw(migration.text).execute(db);
    await sql`insert into schema_migration values (${migration.number}, ${migration.name})`.execute(db);
  }
};
