import { type RawBuilder, sql } from 'kysely';
import { countCharacters } from '#i18n/count-characters.ts';
import { bindFilter, bindOrderKey, readField } from './bind-expression.ts';
import { combineCodes } from './combine-codes.ts';
import { type Compilation, compileFilter, compileOrderKey } from './compile-expression.ts';
import type { EntityFields } from './fields.ts';
import { queryNotValid } from './odata-problems.ts';
import { parseFilter, parseOrderBy } from './parse-expression.ts';
import { parseOptions, type QueryOptions } from './query-options.ts';

/**
 * The parts of SQL for a query, from which the calling module builds a statement. A filter cannot remove the conditions of that
 * statement. The order of evaluation is filter, count, order, skip, top, select (decision O6).
 */
export type QueryPlan = {
  /** The condition; `true` without `$filter`. */
  where: RawBuilder<unknown>;
  /** Ends with the id, so that the order is unambiguous. */
  orderBy: RawBuilder<unknown>;
  /** Names of the joins that the condition and the order need. */
  joins: ReadonlySet<string>;
  top: number | undefined;
  skip: number;
  countsAll: boolean;
  /** The JSON names of the members of the response; undefined for all. */
  select: ReadonlySet<string> | undefined;
};

/** Converts query options to a plan, without the database: parse, bind, combine codes, compile. */
export const planQuery = (
  query: Readonly<Record<string, unknown>>,
  entity: EntityFields,
  tenantId: number,
): QueryPlan => {
  const compilation: Compilation = { tenantId, joins: new Set() };
  const { filter, orderBy, select, top, skip, countsAll } = parseOptions(query);
  return {
    where:
      filter === undefined
        ? sql`true`
        : compileFilter(compilation, combineCodes(bindFilter(parseFilter(filter), entity))),
    orderBy: planOrder(compilation, orderBy, entity),
    joins: compilation.joins,
    top,
    skip,
    countsAll,
    select: select === undefined ? undefined : planSelect(select, entity),
  };
};

const planOrder = (
  compilation: Compilation,
  orderBy: QueryOptions['orderBy'],
  entity: EntityFields,
): RawBuilder<unknown> => {
  const items = parseOrderBy(orderBy ?? entity.defaultOrder);
  // The id is sorted in the direction of the last key, so that an index on both serves either direction.
  const { descending } = items.at(-1)!;
  const [tieBreak] = parseOrderBy(entity.id);
  const keys = [...items, { ...tieBreak!, descending }].map(({ expression, descending }) =>
    compileOrderKey(compilation, combineCodes(bindOrderKey(expression, entity)), descending),
  );
  return sql.join(keys);
};

const planSelect = (select: string, entity: EntityFields): ReadonlySet<string> | undefined => {
  const names = new Set<string>();
  let at = 0;
  for (const part of select.split(',')) {
    const name = part.trim();
    const start = at + countCharacters(part.slice(0, part.indexOf(name)));
    if (name === '') throw queryNotValid('$select', at, 'a name is missing');
    if (name !== '*') readField('$select', start, name, entity);
    names.add(name.charAt(0).toLowerCase() + name.slice(1));
    at += countCharacters(part) + 1;
  }
  return names.has('*') ? undefined : names;
};
