import { invalidBox } from './item-problems.ts';

/** Degrees. West may be greater than east: such a box crosses the 180th meridian. */
export type Box = { west: number; south: number; east: number; north: number };

/** Parses the box in a query parameter, whose format the schema has checked. Throws if it is not a valid box. */
export const parseBox = (field: string, given: string): Box => {
  const [west, south, east, north] = given.split(',').map(Number) as [number, number, number, number];
  const fits =
    Math.max(Math.abs(west), Math.abs(east)) <= 180 && south >= -90 && south <= north && north <= 90;
  if (!fits) throw invalidBox(field, given);
  return { west, south, east, north };
};
