import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type CompilationContext, compileFilter, compileOrderKey } from './compile-expression.ts';
import type { QueryPlan } from './plan-query.ts';

export type ListSource = {
  columns: RawBuilder<unknown>;
  /** The SQL after `from`. */
  source: RawBuilder<unknown>;
  /** Left joins, each yielding at most one row. A query includes only the joins it needs, in this order. */
  joins: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Selects the rows that the caller may see (decision T19). */
  scope: RawBuilder<unknown>;
};

export const compilePlan = ({ filter, order }: Pick<QueryPlan, 'filter' | 'order'>) => {
  const context: CompilationContext = { joins: new Set() };
  return {
    where: filter === undefined ? sql`true` : compileFilter(context, filter),
    orderBy: sql.join(
      order.map(({ expression, isDescending }) => compileOrderKey(context, expression, isDescending)),
    ),
    joins: context.joins,
  };
};

export const buildListQuery = <Schema>(
  db: Kysely<Schema>,
  { columns, source, joins, scope }: ListSource,
  plan: QueryPlan,
) => {
  const { where, orderBy, joins: neededNames } = compilePlan(plan);
  const { top, skip, shouldCountAll } = plan;
  const neededJoins = Object.keys(joins).flatMap((name) => (neededNames.has(name) ? joins[name]! : []));
  const fromAndWhere = sql`from ${source} ${sql.join(neededJoins, sql` `)} where ${scope} and (${where})`;
  const limit = top === undefined ? sql`` : sql` limit ${top}`;
  const offset = skip === 0 ? sql`` : sql` offset ${skip}`;
  return {
    rows: sql`select ${columns} ${fromAndWhere} order by ${orderBy}${limit}${offset}`.compile(db),
    total: shouldCountAll ? sql`select count(*)::integer as total ${fromAndWhere}`.compile(db) : undefined,
    max: top,
  };
};
