import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueryPlan } from './plan-query.ts';

/** What a room lists: its own SQL, to which a query only adds. */
export type Listed = {
  columns: RawBuilder<unknown>;
  /** What stands after `from`, and the name by which columns, joins and scope refer to it. */
  source: RawBuilder<unknown>;
  alias: string;
  /** Left joins of single rows by name, in their order: the columns need all of them, a filter those that it names. */
  joins: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What the caller may see: a filter can narrow it and never widen it (decision T19). */
  scope: RawBuilder<unknown>;
};

/**
 * The statements of a list. A page is found first and joined then: in one go PostgreSQL may join all rows before it
 * throws most of them away.
 */
export const listQuestion = <Schema>(
  db: Kysely<Schema>,
  { columns, source, alias, joins, scope }: Listed,
  { where, orderBy, joins: needed, top, skip, countsAll }: QueryPlan,
): { rows: CompiledQuery; total: CompiledQuery | undefined; most: number | undefined } => {
  const rowsOf = sql.table(alias);
  const joined = (names: string[]) =>
    sql.join(
      names.map((name) => joins[name]!),
      sql` `,
    );
  const all = joined(Object.keys(joins));
  const narrowed = sql`where ${scope} and (${where})`;
  const filtered = sql`from ${source} ${joined(Object.keys(joins).filter((name) => needed.has(name)))} ${narrowed}`;
  const offset = skip === 0 ? sql`` : sql` offset ${skip}`;
  const rows =
    top === undefined
      ? sql`select ${columns} from ${source} ${all} ${narrowed} order by ${orderBy}${offset}`
      : sql`
          select ${columns} from (
            select ${rowsOf}.* ${filtered} order by ${orderBy} limit ${top}${offset}
          ) as ${rowsOf} ${all} order by ${orderBy}`;
  return {
    rows: rows.compile(db),
    total: countsAll ? sql`select count(*)::integer as total ${filtered}`.compile(db) : undefined,
    most: top,
  };
};
