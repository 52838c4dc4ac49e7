import { type RawBuilder, sql } from 'kysely';
import { invalidBox } from './item-problems.ts';

/** A box in degrees. If west is greater than east, the box crosses the 180th meridian. */
export type Box = { west: number; south: number; east: number; north: number };

/**
 * Parses a box whose format the schema has already validated. Throws if its coordinates are out of range or if
 * south is greater than north.
 */
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
