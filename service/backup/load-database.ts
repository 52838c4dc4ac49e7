import type { BulkConnection } from '#service/database/bulk-connection.ts';
import { isTransientDatabaseFailure } from '#service/database/database-failure.ts';
import { FileStoreUnavailableError, type Files } from '#service/files/files.ts';
import { hasRows, quoteIdentifier } from './dump-database.ts';
import { DamagedSetError, type Manifest } from './manifest.ts';
import { type PartOptions, readParts } from './parts.ts';
import { formatSetPrefix } from './sets.ts';

const LIST_FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
  order by conname`;

/** Excludes indexes of constraints, so that errors name the row that violates one. */
const LIST_INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index join pg_class as c on c.oid = indrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by 1`;

/**
 * Returns the tables in the set that the schema lacks. Creating foreign keys and indexes after loading the rows is
 * three times as fast, works with tables in any order, and still checks every row.
 */
export const loadDatabase = async (
  database: BulkConnection,
  target: Files,
  { set, tables, sequences }: Manifest,
  { signal, onBytes, onStep = () => {} }: PartOptions & { onStep?: (step: string) => void },
): Promise<string[]> => {
  const knownTables = new Set(
    (
      await database.query<{ name: string }>(
        `select relname::text as name from pg_class
         where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
      )
    ).map(({ name }) => name),
  );
  const constraints = await readConstraints(database);
  for (const statement of constraints.drop) await database.query(statement);
  for (const [name, { columns, members, rows }] of Object.entries(tables)) {
    if (!knownTables.has(name)) continue;
    // Remove rows written by migrations. The audit log is empty and cannot be truncated.
    if (await hasRows(database, name)) await database.query(`truncate ${quoteIdentifier(name)}`);
    if (members.length === 0) continue;
    const key = `${formatSetPrefix(set)}tables/${name}`;
    const copy = database.copyIn(
      `copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`,
    );
    await readParts(target, set, members, copy, { signal, ...(onBytes && { onBytes }) }).catch((error) => {
      // Not every failure means that the set is damaged: the disk may be full.
      if (error instanceof DamagedSetError || error instanceof FileStoreUnavailableError) throw error;
      if (signal.aborted || isTransientDatabaseFailure(error)) throw error;
      throw new DamagedSetError(key, `cannot be loaded: ${error.message}`);
    });
    if (copy.rowCount !== rows)
      throw new DamagedSetError(key, `contains ${copy.rowCount} rows instead of ${rows}`);
  }
  for (const { table, column, last, isCalled } of sequences.filter(({ table }) => knownTables.has(table))) {
    await database.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
      quoteIdentifier(table),
      column,
      last,
      isCalled,
    ]);
  }
  onStep('Creating indexes and foreign keys');
  for (const statement of constraints.create) {
    signal.throwIfAborted();
    await database.query(statement);
  }
  return Object.keys(tables).filter((name) => !knownTables.has(name));
};

const readConstraints = async (database: BulkConnection): Promise<{ drop: string[]; create: string[] }> => {
  const foreignKeys = await database.query<{ drop: string; create: string }>(LIST_FOREIGN_KEYS);
  const indexes = await database.query<{ drop: string; create: string }>(LIST_INDEXES);
  return {
    drop: [...foreignKeys, ...indexes].map(({ drop }) => drop),
    // Create the indexes first: they speed up checking the foreign keys.
    create: [...indexes, ...foreignKeys].map(({ create }) => create),
  };
};
