import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueryPlan } from './plan-query.ts';

/**
 * The statements of a list. `from` begins at the word and ends in the room's own conditions, to which the filter is
 * added, so that it can narrow what the caller may see and never widen it (decision T19).
 */
export const listQuestion = <Schema>(
  db: Kysely<Schema>,
  { columns, from }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> },
  { where, orderBy, top, skip, countsAll }: QueryPlan,
): { rows: CompiledQuery; total: CompiledQuery | undefined; most: number | undefined } => {
  const filtered = sql`${from} and (${where})`;
  const limit = top === undefined ? sql`` : sql` limit ${top}`;
  const offset = skip === 0 ? sql`` : sql` offset ${skip}`;
  return {
    rows: sql`select ${columns} ${filtered} order by ${orderBy}${limit}${offset}`.compile(db),
    total: countsAll ? sql`select count(*)::integer as total ${filtered}`.compile(db) : undefined,
    most: top,
  };
};
