import { sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';

/** `type` is in PostgreSQL's format, such as `timestamp(3) with time zone`. */
export type Column = {
  name: string;
  type: string;
  isNullable: boolean;
  default: string | null;
  identity: 'always' | 'by default' | null;
  generatedAs: string | null;
};

export type Table = {
  name: string;
  columns: Column[];
  constraints: { name: string; definition: string }[];
  /** Statements, except for indexes that belong to constraints. */
  indexes: string[];
  options: string[];
};

export type Catalog = { extensions: string[]; tables: Table[]; functions: string[] };

/** Orders everything by name, so that the result is reproducible. */
export const readCatalog = async (db: Database): Promise<Catalog> => {
  await rejectUnsupportedObjects(db);
  const { rows: extensions } = await sql<{ name: string }>`
    select extname as name from pg_extension where extname <> 'plpgsql' order by extname
  `.execute(db);
  const { rows: tables } = await sql<Table>`
    select pg_class.relname as name, coalesce(pg_class.reloptions, '{}') as options,
      (
        select json_agg(json_build_object(
          'name', pg_attribute.attname,
          'type', format_type(pg_attribute.atttypid, pg_attribute.atttypmod),
          'isNullable', not pg_attribute.attnotnull,
          'default', case when pg_attribute.attgenerated = '' then value.expression end,
          'identity', case pg_attribute.attidentity when 'a' then 'always' when 'd' then 'by default' end,
          'generatedAs', case when pg_attribute.attgenerated <> '' then value.expression end
        ) order by pg_attribute.attnum)
        from pg_attribute
        left join pg_attrdef on pg_attrdef.adrelid = pg_attribute.attrelid and pg_attrdef.adnum = pg_attribute.attnum
        cross join lateral (select pg_get_expr(pg_attrdef.adbin, pg_attrdef.adrelid) as expression) value
        where pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
      ) as columns,
      (
        select coalesce(json_agg(json_build_object(
          'name', pg_constraint.conname, 'definition', pg_get_constraintdef(pg_constraint.oid)
        ) order by array_position('{p,u,f,c,x}'::"char"[], pg_constraint.contype), pg_constraint.conname), '[]')
        from pg_constraint
        where pg_constraint.conrelid = pg_class.oid and pg_constraint.contype in ('p', 'u', 'f', 'c', 'x')
      ) as constraints,
      (
        select coalesce(json_agg(pg_get_indexdef(pg_index.indexrelid) order by index_class.relname), '[]')
        from pg_index
        join pg_class index_class on index_class.oid = pg_index.indexrelid
        where pg_index.indrelid = pg_class.oid
          and not exists (select from pg_constraint where pg_constraint.conindid = pg_index.indexrelid and pg_constraint.conrelid = pg_class.oid)
      ) as indexes
    from pg_class
    where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'p')
    order by pg_class.relname
  `.execute(db);

  const { rows: functions } = await sql<{ definition: string }>`
    select pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc
    where pg_proc.pronamespace = 'public'::regnamespace and pg_proc.prokind in ('f', 'p')
      and not exists (
        select from pg_depend
        where pg_depend.classid = 'pg_proc'::regclass and pg_depend.objid = pg_proc.oid and pg_depend.deptype = 'e'
      )
    order by pg_proc.proname, pg_get_function_identity_arguments(pg_proc.oid)
  `.execute(db);

  return {
    extensions: extensions.map(({ name }) => name),
    tables,
    functions: functions.map(({ definition }) => definition),
  };
};

/** Changes to objects missing from the dump would go unnoticed. */
const rejectUnsupportedObjects = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ what: string }>`
    select 'the trigger ' || tgname as what from pg_trigger where not tgisinternal
    union all
    select 'the policy ' || polname from pg_policy
    union all
    select 'the type ' || typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
    union all
    select 'the relation ' || relname from pg_class
    where relnamespace = 'public'::regnamespace
      and (relkind in ('v', 'm', 'f') or relkind = 'S' and not exists (
        select from pg_depend where pg_depend.objid = pg_class.oid and pg_depend.deptype = 'i'
      ))
  `.execute(db);
  if (rows.length > 0) {
    const objects = rows.map(({ what }) => what).join(', ');
    throw new Error(
      `The schema has ${objects}, which tools/read-catalog.ts does not support yet. Add support for it.`,
    );
  }
};
