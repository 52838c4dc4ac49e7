import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';

/**
 * Reports and reverts changes made by calls, so that every call starts with the same data. Takes milliseconds, whereas
 * recreating the data would take a second.
 */
export type DatabaseState = {
  /** The tables that differ from the initial state, and the tenants of the changed rows. */
  listChanges(): Promise<Change[]>;
  /** Like `listChanges`, but also restores the initial state. */
  restore(): Promise<Change[]>;
};

export type Change = { table: string; tenantId: number | null };

/**
 * Append-only tables, which are not restored: audit events (including rejected requests) and the request log.
 */
const APPEND_ONLY_TABLES = ['audit_event', 'api_request'];

type Table = { name: string; columns: string[] };

export const trackChanges = async (db: Database): Promise<DatabaseState> => {
  const tables = (await listTables(db)).filter(({ name }) => !APPEND_ONLY_TABLES.includes(name));
  await makeDeferrable(db);
  await run(db, 'create schema before', []);
  for (const { name } of tables) await run(db, `create table before.${name} as table public.${name}`, []);
  const contentsQuery = tables
    .map(({ name, columns }) => {
      const tenantId = columns.includes('tenant_id') ? 'tenant_id' : 'null::integer';
      return `select '${name}' as table, ${tenantId} as "tenantId", md5(string_agg(one::text, E'\\n' order by one::text))
              from ${name} as one group by 2`;
    })
    .join(' union all ');
  // The query takes 8 ms, mostly for planning. PostgreSQL plans a function only once per connection.
  await run(
    db,
    `create function before.contents() returns table ("table" text, "tenantId" integer, md5 text)
     language plpgsql as $$ begin return query ${contentsQuery}; end $$`,
    [],
  );
  const readDigests = async () =>
    new Map(
      (await run<Change & { md5: string }>(db, 'select * from before.contents()', [])).map((row) => [
        `${row.table} ${row.tenantId}`,
        row,
      ]),
    );
  const initialDigests = await readDigests();
  const listChanges = async (): Promise<Change[]> => {
    const currentDigests = await readDigests();
    return [...new Map([...initialDigests, ...currentDigests])]
      .filter(([key]) => initialDigests.get(key)?.md5 !== currentDigests.get(key)?.md5)
      .map(([, { table, tenantId }]) => ({ table, tenantId }));
  };
  const restore = async (): Promise<Change[]> => {
    const changes = await listChanges();
    if (changes.length === 0) return changes;
    const names = new Set(changes.map(({ table }) => table));
    await inTransaction(db, async (trx) => {
      await run(trx, 'set constraints all deferred', []);
      for (const { name, columns } of tables.filter((table) => names.has(table.name))) {
        await run(
          trx,
          `delete from ${name} as one where one::text not in (select kept::text from before.${name} as kept)`,
          [],
        );
        await run(
          trx,
          `insert into ${name} (${columns}) overriding system value
           select ${columns} from before.${name} as kept where kept::text not in (select one::text from ${name} as one)`,
          [],
        );
      }
    });
    // Deletions may have cascaded to other tables.
    await restore();
    return changes;
  };
  return { listChanges, restore };
};

/** Makes foreign keys deferrable, so that a transaction can check them at the end. */
export const makeDeferrable = async (db: Database): Promise<void> => {
  const constraints = await run<{ constraint: string; table: string }>(
    db,
    `select conname as constraint, conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    [],
  );
  for (const { constraint, table } of constraints) {
    await run(db, `alter table ${table} alter constraint ${constraint} deferrable initially immediate`, []);
  }
};

/** Lists all tables along with their writable columns. */
export const listTables = (db: Database): Promise<Table[]> =>
  run<Table>(
    db,
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by table_name order by table_name`,
    [],
  );
