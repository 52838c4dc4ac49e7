import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type CompilationContext,
  compileFilter,
  compileOrderKey,
  type OrderKeySql,
} from './compile-expression.ts';
import type { QueryPlan } from './plan-query.ts';
import { DEEP_SKIP, type PageStart } from './skip-deep.ts';

export type ListSource = {
  columns: RawBuilder<unknown>;
  /** The SQL after `from`. */
  source: RawBuilder<unknown>;
  /** Left joins, each yielding at most one row. A query includes only the joins it needs, in this order. */
  joins: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Selects the rows that the caller may see (decision T19). */
  scope: RawBuilder<unknown>;
};

/** `selectById` is a join that selects the row with the ID `page.id`. */
export type KeyedSource = ListSource & { id: RawBuilder<unknown>; selectById: RawBuilder<unknown> };

export const compilePlan = ({ filter, order }: Pick<QueryPlan, 'filter' | 'order'>) => {
  const context: CompilationContext = { joins: new Set() };
  const orderKeys = order.map(({ expression, isDescending }) =>
    compileOrderKey(context, expression, isDescending),
  );
  return {
    where: filter === undefined ? sql`true` : compileFilter(context, filter),
    orderKeys,
    orderBy: formatOrder(orderKeys),
    joins: context.joins,
  };
};

export const formatOrder = (keys: readonly OrderKeySql[]) =>
  sql.join(keys.map(({ value, direction }) => sql`${value}${direction}`));

/** Selects sort keys in a subquery named `page`. */
export const nameKeys = (keys: readonly OrderKeySql[]) =>
  keys.map(({ value, direction }, index) => {
    const name = sql.id(`key${index}`);
    return { selection: sql`${value} as ${name}`, value: sql`page.${name}`, direction };
  });

export const compileSource = (
  { source, joins, scope }: Omit<ListSource, 'columns'>,
  { where, joins: neededNames }: Pick<ReturnType<typeof compilePlan>, 'where' | 'joins'>,
) => {
  const neededJoins = Object.keys(joins).flatMap((name) => (neededNames.has(name) ? joins[name]! : []));
  return sql`from ${source} ${sql.join(neededJoins, sql` `)} where ${scope} and (${where})`;
};

export const formatLimit = ({ top, skip }: QueryPlan) => {
  const limit = top === undefined ? sql`` : sql` limit ${top}`;
  return skip === 0 ? limit : sql`${limit} offset ${skip}`;
};

/**
 * Returns the same rows as `buildListQuery`, but finds and sorts all matching rows before it reads the columns of the
 * page. PostgreSQL assumes that filters and sort keys are independent of each other. If they are not, as for the tasks
 * of a new team in the order of creation, it can read nearly all rows in list order to find a page.
 */
export const buildSortedQuery = <Schema>(
  db: Kysely<Schema>,
  {
    columns,
    id,
    selectById,
    ...source
  }: ListSource & { id: RawBuilder<unknown>; selectById: RawBuilder<unknown> },
  plan: QueryPlan,
) => {
  const compiledPlan = compilePlan(plan);
  const keys = nameKeys(compiledPlan.orderKeys);
  return sql`
    with matching as materialized (
      select ${id} as id, ${sql.join(keys.map(({ selection }) => selection))} ${compileSource(source, compiledPlan)}
    ), page as (
      select * from matching as page order by ${formatOrder(keys)}${formatLimit(plan)}
    ) select ${columns} from page ${selectById} order by ${formatOrder(keys)}`.compile(db);
};

/** Finds the start of a page (see `startAt`), by looking at the last skipped rows. */
export const buildPageStartQuery = <Schema>(
  db: Kysely<Schema>,
  source: Omit<ListSource, 'columns'>,
  plan: QueryPlan,
) => {
  const compiledPlan = compilePlan({ ...plan, order: plan.order.slice(0, 1) });
  const { value, direction } = compiledPlan.orderKeys[0]!;
  return sql<PageStart>`
    select key::text, rank() over (order by key${direction}) - 1 as before
    from (
      select ${value} as key ${compileSource(source, compiledPlan)} order by ${compiledPlan.orderBy}
      limit ${sql.lit(DEEP_SKIP + 1)} offset ${plan.skip - DEEP_SKIP}
    ) as skipped
    order by key${direction} limit 1 offset ${sql.lit(DEEP_SKIP)}`.compile(db);
};

export const buildListQuery = <Schema>(
  db: Kysely<Schema>,
  { columns, ...source }: ListSource,
  plan: QueryPlan,
) => {
  const { top, shouldCountAll } = plan;
  const compiledPlan = compilePlan(plan);
  const { orderBy } = compiledPlan;
  const fromAndWhere = compileSource(source, compiledPlan);
  return {
    rows: sql`select ${columns} ${fromAndWhere} order by ${orderBy}${formatLimit(plan)}`.compile(db),
    total: shouldCountAll ? sql`select count(*)::integer as total ${fromAndWhere}`.compile(db) : undefined,
    max: top,
  };
};
