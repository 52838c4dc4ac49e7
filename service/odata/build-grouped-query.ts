import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  compilePlan,
  compileSource,
  formatLimit,
  formatOrder,
  type KeyedSource,
  nameKeys,
} from './build-list-query.ts';
import type { FieldGroups } from './fields.ts';
import type { QueryPlan } from './plan-query.ts';

/**
 * How to find the first rows of a group: by reading all rows in list order, which is faster for large groups, or by
 * reading the whole group, for which `offset 0` is needed. PostgreSQL knows neither the group's size nor that it is empty.
 */
type GroupSearch = 'list order' | 'whole groups';

/**
 * Returns the same rows as `buildListQuery` for a list that is sorted by a field with `groups`, such as the team's name.
 * Reads the first rows of one group after the other until the page is full, whereas a join would have to sort all rows.
 */
export const buildGroupedQuery = <Schema>(
  db: Kysely<Schema>,
  { columns, id, selectById, ...source }: KeyedSource,
  plan: QueryPlan,
  { column, query, canBeEmpty }: FieldGroups,
  search: GroupSearch,
) => {
  const { filter, order, top, skip } = plan;
  const [group, ...rest] = order;
  const compiledPlan = compilePlan({ filter, order: rest });
  const keys = nameKeys(compiledPlan.orderKeys);
  const groupDirection = sql.raw(group!.isDescending ? ' desc nulls last' : ' nulls first');
  const selectGroup = (condition: RawBuilder<unknown>) => sql`(
    select * from (
      select ${id} as id, ${sql.join(keys.map(({ selection }) => selection))}
      ${compileSource(source, compiledPlan)} and ${condition}${search === 'whole groups' ? sql` offset 0` : sql``}
    ) as page order by ${formatOrder(keys)} limit ${top! + skip})`;
  const parts = [selectGroup(sql`${column} = any(groups.ids)`)];
  if (group!.expression.nullable) parts.push(selectGroup(sql`groups.ids is null and ${column} is null`));
  // An empty group would be searched for in all rows. With `order by`, PostgreSQL looks it up in the column's index.
  const isUsed = sql`(
    select ${column} from ${source.source} where ${source.scope} and ${column} = any(ids) order by ${column} limit 1
  ) is not null`;
  const orderBy = formatOrder([{ value: sql`page."group"`, direction: groupDirection }, ...keys]);
  return sql`
    select ${columns}
    from (
      select page.*
      from (
        select * from (${query}) as groups where ${canBeEmpty ? sql`ids is null or ${isUsed}` : sql`true`} order by value${groupDirection}
      ) as groups
      cross join lateral (select groups.value as "group", * from (${sql.join(parts, sql` union all `)}) as part) as page
      order by ${orderBy}${formatLimit(plan)}
    ) as page ${selectById}
    order by ${orderBy}`.compile(db);
};
