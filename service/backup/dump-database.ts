import type { BulkConnection } from '#service/database/bulk-connection.ts';
import { lockSchema } from '#service/database/migration-lock.ts';
import type { Files } from '#service/files/files.ts';
import type { DumpedSequence, DumpedTable, Manifest } from './manifest.ts';
import { type PartOptions, writeParts } from './parts.ts';

/** Not dumped, because migrations write its rows. */
const MIGRATIONS_TABLE = 'schema_migration';

export type TableToDump = { name: string; columns: string[]; bytes: number };

/** Excludes extension tables and generated columns. */
const LIST_TABLES = `
  select c.relname::text as name, pg_table_size(c.oid)::float8 as bytes,
         array(select a.attname::text from pg_attribute as a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               order by a.attnum) as columns
  from pg_class as c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> $1
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.relname`;

const LIST_IDENTITIES = `
  select c.relname::text as "table", a.attname::text as "column",
         pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_class as c
  join pg_attribute as a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  order by c.relname, a.attname`;

export type SnapshotInfo = Pick<
  Manifest,
  'postgres' | 'snapshotAt' | 'schema' | 'migrations' | 'epoch' | 'tenants'
>;

/** Starts a snapshot. Blocks migrations until it ends: a table they rewrite would appear empty in the snapshot. */
export const startSnapshot = async (database: BulkConnection): Promise<SnapshotInfo> => {
  // Acquire the lock before the transaction: its first statement takes the snapshot.
  await lockSchema(database.query);
  await database.query('begin isolation level repeatable read, read only');
  const [info] = await database.query<SnapshotInfo>(
    `select current_setting('server_version') as postgres,
            to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "snapshotAt",
            (select max(number) from schema_migration) as schema,
            (select array_agg(number order by number) from schema_migration) as migrations,
            (select epoch::text from database_identity) as epoch,
            (select count(*)::integer from tenant) as tenants`,
  );
  return info!;
};

export const endSnapshot = (database: BulkConnection): Promise<unknown> => database.query('commit');

export const listTables = (database: BulkConnection): Promise<TableToDump[]> =>
  database.query<TableToDump>(LIST_TABLES, [MIGRATIONS_TABLE]);

/** Stores a table in text format, which every version of PostgreSQL can read. */
export const dumpTable = async (
  database: BulkConnection,
  target: Files,
  set: string,
  { name, columns }: TableToDump,
  options: PartOptions,
): Promise<DumpedTable> => {
  // About half of the tables are empty, and writing a file for each would cost more than this query.
  if (!(await hasRows(database, name))) return { rows: 0, columns, members: [] };
  const copy = database.copyOut(
    `copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`,
  );
  const members = await writeParts(target, set, `tables/${name}`, copy, options);
  return { rows: copy.rowCount, columns, members };
};

export const hasRows = async (database: BulkConnection, table: string): Promise<boolean> => {
  const [row] = await database.query<{ some: boolean }>(
    `select exists (select from ${quoteIdentifier(table)}) as some`,
  );
  return row!.some;
};

/** Snapshots do not cover sequences. Reading them after the tables ensures that they include every number in use. */
export const readSequences = async (database: BulkConnection): Promise<DumpedSequence[]> => {
  const identities = await database.query<{ table: string; column: string; sequence: string }>(
    LIST_IDENTITIES,
  );
  const sequences: DumpedSequence[] = [];
  for (const { table, column, sequence } of identities) {
    const [state] = await database.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${sequence}`,
    );
    sequences.push({ table, column, ...state! });
  }
  return sequences;
};

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
