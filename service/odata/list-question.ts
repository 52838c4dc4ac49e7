import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueryPlan } from './plan-query.ts';

/** What a room lists: its own SQL, to which a query only adds. */
export type Listed = {
  columns: RawBuilder<unknown>;
  /** What stands after `from`. */
  source: RawBuilder<unknown>;
  /** Left joins of single rows by name, in their order: condition and order bring in those that they name. */
  joins: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What the caller may see: a filter can narrow it and never widen it (decision T19). */
  scope: RawBuilder<unknown>;
};

/** The statements of a list, as `Questions` of the database takes them; this room knows no database. */
export const listQuestion = <Schema>(
  db: Kysely<Schema>,
  { columns, source, joins, scope }: Listed,
  { where, orderBy, joins: needed, top, skip, countsAll }: QueryPlan,
) => {
  const joined = Object.keys(joins).flatMap((name) => (needed.has(name) ? joins[name]! : []));
  const filtered = sql`from ${source} ${sql.join(joined, sql` `)} where ${scope} and (${where})`;
  const limit = top === undefined ? sql`` : sql` limit ${top}`;
  const offset = skip === 0 ? sql`` : sql` offset ${skip}`;
  return {
    rows: sql`select ${columns} ${filtered} order by ${orderBy}${limit}${offset}`.compile(db),
    total: countsAll ? sql`select count(*)::integer as total ${filtered}`.compile(db) : undefined,
    most: top,
  };
};
