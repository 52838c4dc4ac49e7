import { type RawBuilder, sql } from 'kysely';
import { countCharacters } from '#i18n/count-characters.ts';
import { bindFilter, bindOrderKey, requireField } from './bind-expression.ts';
import { combineCodes } from './combine-codes.ts';
import { type CompilationContext, compileFilter, compileOrderKey } from './compile-expression.ts';
import type { EntityFields } from './fields.ts';
import { invalidQuery } from './odata-problems.ts';
import { parseFilter, parseOrderBy } from './parse-expression.ts';
import type { QueryOptions } from './query-options.ts';

/** Query options apply in the order filter, count, order, skip, top, select (decision O6). */
export type QueryPlan = {
  where: RawBuilder<unknown>;
  /** Ends with the ID as a tiebreaker. */
  orderBy: RawBuilder<unknown>;
  joins: ReadonlySet<string>;
  top: number | undefined;
  skip: number;
  shouldCountAll: boolean;
  /** JSON names; undefined for all fields. */
  select: ReadonlySet<string> | undefined;
};

export const planQuery = (
  { filter, orderBy, select, top, skip, shouldCountAll }: QueryOptions,
  entity: EntityFields,
  tenantId: number,
): QueryPlan => {
  const context: CompilationContext = { tenantId, joins: new Set() };
  return {
    where:
      filter === undefined
        ? sql`true`
        : compileFilter(context, combineCodes(bindFilter(parseFilter(filter), entity))),
    orderBy: planOrder(context, orderBy, entity),
    joins: context.joins,
    top,
    skip,
    shouldCountAll,
    select: select === undefined ? undefined : planSelect(select, entity),
  };
};

const planOrder = (
  context: CompilationContext,
  orderBy: QueryOptions['orderBy'],
  entity: EntityFields,
): RawBuilder<unknown> => {
  const items = parseOrderBy(orderBy ?? entity.defaultOrder);
  // The ID sorts in the same direction as the previous key, so that an index on both keys works either way.
  const { isDescending } = items.at(-1)!;
  const [tieBreak] = parseOrderBy(entity.id);
  const keys = [...items, { ...tieBreak!, isDescending }].map(({ expression, isDescending }) =>
    compileOrderKey(context, combineCodes(bindOrderKey(expression, entity)), isDescending),
  );
  return sql.join(keys);
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
