import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueryPlan } from './plan-query.ts';

export type ListSource = {
  columns: RawBuilder<unknown>;
  /** The SQL after `from`. */
  source: RawBuilder<unknown>;
  /** Left joins, each with at most one row, by name. Only the joins that the query needs are used, in this order. */
  joins: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The condition for rows that the caller is allowed to see. Filters can only add conditions (decision T19). */
  scope: RawBuilder<unknown>;
};

export const buildListQuery = <Schema>(
  db: Kysely<Schema>,
  { columns, source, joins, scope }: ListSource,
  { where, orderBy, joins: needed, top, skip, countsAll }: QueryPlan,
) => {
  const neededJoins = Object.keys(joins).flatMap((name) => (needed.has(name) ? joins[name]! : []));
  const filtered = sql`from ${source} ${sql.join(neededJoins, sql` `)} where ${scope} and (${where})`;
  const limit = top === undefined ? sql`` : sql` limit ${top}`;
  const offset = skip === 0 ? sql`` : sql` offset ${skip}`;
  return {
    rows: sql`select ${columns} ${filtered} order by ${orderBy}${limit}${offset}`.compile(db),
    total: countsAll ? sql`select count(*)::integer as total ${filtered}`.compile(db) : undefined,
    max: top,
  };
};
