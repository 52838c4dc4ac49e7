import { type RawBuilder, sql } from 'kysely';
import type { Box } from './parse-box.ts';

/** SQL condition that is true for a row of `item` whose location is in the box. */
export const createBoxCondition = ({ west, south, east, north }: Box): RawBuilder<unknown> => {
  const between = sql.raw(west <= east ? 'and' : 'or');
  return sql`(item.latitude between ${south} and ${north}
    and (item.longitude >= ${west} ${between} item.longitude <= ${east}))`;
};
