import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { FIRST_DISTRIBUTED_TABLE, LOCAL_TABLES, REFERENCE_TABLES } from './table-placement.ts';

export type DistributionStep = { name: string; statement: string };

type Table = { name: string; hasTenant: boolean; isPlaced: boolean };
type ForeignKey = { name: string; table: string; definition: string };

/**
 * Plans the steps that distribute the tables and functions that are not distributed yet. Foreign keys of these tables
 * are dropped first and created again at the end: a distributed table cannot reference a local one.
 */
export const planDistribution = async (db: Database): Promise<DistributionStep[]> => {
  const tables = await listTables(db);
  const unplacedTables = tables.filter(({ name, isPlaced }) => !isPlaced && !(name in LOCAL_TABLES));
  const misplacedTable = unplacedTables.find(
    ({ name, hasTenant }) => !hasTenant && !REFERENCE_TABLES.includes(name),
  );
  if (misplacedTable)
    throw new Error(`The table ${misplacedTable.name} has no tenant_id. Add it to table-placement.ts.`);
  const foreignKeys = await listForeignKeys(
    db,
    unplacedTables.map(({ name }) => name),
  );
  return [
    ...foreignKeys.map(({ name, table }) => ({
      name: `drop foreign key ${name}`,
      statement: `alter table ${table} drop constraint ${name}`,
    })),
    ...unplacedTables.toSorted((a, b) => rankTable(a) - rankTable(b)).map(planTable),
    ...foreignKeys.map(({ name, table, definition }) => ({
      name: `create foreign key ${name}`,
      statement: `alter table ${table} add constraint ${name} ${definition}`,
    })),
    ...(await listUndistributedFunctions(db)).map(planFunction),
  ];
};

const rankTable = ({ name }: Table): number => {
  if (REFERENCE_TABLES.includes(name)) return 0;
  return name === FIRST_DISTRIBUTED_TABLE ? 1 : 2;
};

const planTable = ({ name }: Table): DistributionStep => {
  if (REFERENCE_TABLES.includes(name)) {
    return {
      name: `copy table ${name} to every node`,
      statement: `select create_reference_table('${name}')`,
    };
  }
  const colocateWith = name === FIRST_DISTRIBUTED_TABLE ? 'none' : FIRST_DISTRIBUTED_TABLE;
  return {
    name: `distribute table ${name}`,
    statement: `select create_distributed_table('${name}', 'tenant_id', colocate_with => '${colocateWith}')`,
  };
};

type DatabaseFunction = { signature: string; hasTenant: boolean };

/** A function whose first parameter is for_tenant runs on the node that stores the tenant. */
const planFunction = ({ signature, hasTenant }: DatabaseFunction): DistributionStep => ({
  name: `distribute function ${signature}`,
  statement: hasTenant
    ? `select create_distributed_function('${signature}', 'for_tenant', colocate_with => '${FIRST_DISTRIBUTED_TABLE}')`
    : `select create_distributed_function('${signature}')`,
});

const listTables = async (db: Database): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select relname as name,
           exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id') as "hasTenant",
           exists (select from pg_dist_partition where logicalrelid = pg_class.oid) as "isPlaced"
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname`.execute(db);
  return rows;
};

const listForeignKeys = async (db: Database, tables: readonly string[]): Promise<ForeignKey[]> => {
  const { rows } = await sql<ForeignKey>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f'
      and (conrelid::regclass::text = any(${tables}) or confrelid::regclass::text = any(${tables}))
    order by conrelid::regclass::text, conname`.execute(db);
  return rows;
};

const listUndistributedFunctions = async (db: Database): Promise<DatabaseFunction[]> => {
  const { rows } = await sql<DatabaseFunction>`
    select pg_proc.oid::regprocedure::text as signature, coalesce(proargnames[1] = 'for_tenant', false) as "hasTenant"
    from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      and not exists (select from pg_catalog.pg_dist_object
                      where classid = 'pg_proc'::regclass and objid = pg_proc.oid
                        and (distribution_argument_index is not null or proargnames[1] is distinct from 'for_tenant'))
    order by signature`.execute(db);
  return rows;
};
