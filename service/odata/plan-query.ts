import { countCharacters } from '#i18n/count-characters.ts';
import { bindFilter, bindOrderKey, requireField } from './bind-expression.ts';
import { combineCodes } from './combine-codes.ts';
import type { EntityFields } from './fields.ts';
import { invalidQuery } from './odata-problems.ts';
import { parseFilter, parseOrderBy } from './parse-expression.ts';
import type { QueryOptions } from './query-options.ts';
import type { TypedExpression } from './typed-expression.ts';

/** Query options apply in the order filter, count, order, skip, top, select (decision O6). */
export type QueryPlan = {
  filter: TypedExpression | undefined;
  /** Ends with the ID as a tiebreaker. */
  order: readonly OrderKey[];
  top: number | undefined;
  skip: number;
  shouldCountAll: boolean;
  /** JSON names; undefined for all fields. */
  select: ReadonlySet<string> | undefined;
};

export type OrderKey = { expression: TypedExpression; isDescending: boolean };

export const planQuery = (
  { filter, orderBy, select, top, skip, shouldCountAll }: QueryOptions,
  entity: EntityFields,
): QueryPlan => ({
  filter: filter === undefined ? undefined : combineCodes(bindFilter(parseFilter(filter), entity)),
  order: planOrder(orderBy, entity),
  top,
  skip,
  shouldCountAll,
  select: select === undefined ? undefined : planSelect(select, entity),
});

const planOrder = (orderBy: QueryOptions['orderBy'], entity: EntityFields): OrderKey[] => {
  const items = parseOrderBy(orderBy ?? entity.defaultOrder);
  // The ID sorts in the same direction as the previous key, so that an index on both keys works either way.
  const { isDescending } = items.at(-1)!;
  const [tieBreak] = parseOrderBy(entity.id);
  return [...items, { ...tieBreak!, isDescending }].map(({ expression, isDescending }) => ({
    expression: combineCodes(bindOrderKey(expression, entity)),
    isDescending,
  }));
};

const planSelect = (select: string, entity: EntityFields): ReadonlySet<string> | undefined => {
  const names = new Set<string>();
  let position = 0;
  for (const part of select.split(',')) {
    const name = part.trim();
    const start = position + countCharacters(part.slice(0, part.indexOf(name)));
    if (name === '') throw invalidQuery('$select', position, 'a name is missing');
    if (name !== '*') requireField('$select', start, name, entity);
    names.add(name.charAt(0).toLowerCase() + name.slice(1));
    position += countCharacters(part) + 1;
  }
  return names.has('*') ? undefined : names;
};
