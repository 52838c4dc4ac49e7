import type { BulkConnection } from '#service/database/bulk-connection.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

// A table outside the migrations marks a database that is being restored, so that a killed restore is detected.

const CREATE_MARKER = `create table if not exists restore_unfinished (
  set_name text not null,
  started_at timestamptz not null default now()
)`;

export const createRestoreMarker = async (database: BulkConnection, set: string): Promise<void> => {
  await database.query('begin');
  await database.query(CREATE_MARKER);
  await database.query('truncate restore_unfinished');
  await database.query('insert into restore_unfinished (set_name) values ($1)', [set]);
  await database.query('commit');
};

export const dropRestoreMarker = (query: (text: string) => Promise<unknown>): Promise<unknown> =>
  query('drop table if exists restore_unfinished');

const FIND_MARKER = statement('find-restore-mark')`
  select to_regclass('restore_unfinished') is not null as "isMarked" where $1`.narrow<{
  isMarked: boolean;
}>();

/** A partially restored database must be neither served nor backed up. */
export const rejectUnfinishedRestore = async (db: Database): Promise<void> => {
  const [row] = await run(db, FIND_MARKER, [true]);
  if (!row!.isMarked) return;
  const [marker] = await run<{ name: string; startedAt: Date }>(
    db,
    'select set_name as name, started_at as "startedAt" from restore_unfinished where $1',
    [true],
  );
  throw new Error(
    `The restore of ${marker!.name} into this database, started at ${marker!.startedAt.toISOString()}, did not finish. Run ronda restore again.`,
  );
};

export type Contents =
  | { kind: 'nothing' }
  | { kind: 'unfinished restore' }
  | { kind: 'tenants'; count: number }
  | { kind: 'other tables'; names: string[] };

export const readContents = async (database: BulkConnection): Promise<Contents> => {
  const tables = await database.query<{ name: string }>(LIST_OBJECTS.tables);
  const names = new Set(tables.map(({ name }) => name));
  if (names.has('restore_unfinished')) return { kind: 'unfinished restore' };
  if (!names.has('schema_migration') || !names.has('tenant')) {
    // An interrupted start may have created only `schema_migration`.
    names.delete('schema_migration');
    return names.size === 0 ? { kind: 'nothing' } : { kind: 'other tables', names: [...names] };
  }
  const [tenants] = await database.query<{ count: number }>('select count(*)::integer as count from tenant');
  return tenants!.count === 0 ? { kind: 'nothing' } : { kind: 'tenants', count: tenants!.count };
};

const formatExtensionCondition = (catalog: string, oid: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;

const LIST_OBJECTS = {
  tables: `select relname::text as name from pg_class as c
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and ${formatExtensionCondition('pg_class', 'c.oid')}
    order by relname`,
  functions: `select p.oid::regprocedure::text as name from pg_proc as p
    where pronamespace = current_schema()::regnamespace and prokind = 'f' and ${formatExtensionCondition('pg_proc', 'p.oid')}`,
};

/** Drops everything except the marker. */
export const dropAll = async (database: BulkConnection): Promise<void> => {
  const tables = (await database.query<{ name: string }>(LIST_OBJECTS.tables))
    .map(({ name }) => name)
    .filter((name) => name !== 'restore_unfinished');
  for (const name of tables) await database.query(`drop table if exists "${name}" cascade`);
  const functions = await database.query<{ name: string }>(LIST_OBJECTS.functions);
  for (const { name } of functions) await database.query(`drop function if exists ${name} cascade`);
};
