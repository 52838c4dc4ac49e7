import { type RawBuilder, sql } from 'kysely';
import { invalidBox } from './item-problems.ts';

/** In degrees. If west is greater than east, the box crosses the 180th meridian. */
export type Box = { west: number; south: number; east: number; north: number };

/** The schema has already checked the format. Throws if a coordinate is out of range or south exceeds north. */
export const parseBox = (field: string, text: string): Box => {
  const [west, south, east, north] = text.split(',').map(Number) as [number, number, number, number];
  const isValid =
    Math.max(Math.abs(west), Math.abs(east)) <= 180 && south >= -90 && south <= north && north <= 90;
  if (!isValid) throw invalidBox(field, text);
  return { west, south, east, north };
};

export const createBoxCondition = ({ west, south, east, north }: Box): RawBuilder<unknown> => {
  const operator = sql.raw(west <= east ? 'and' : 'or');
  return sql`(item.latitude between ${south} and ${north}
    and (item.longitude >= ${west} ${operator} item.longitude <= ${east}))`;
};
