import { Type } from 'typebox';

const DEGREES = '-?\\d{1,3}(\\.\\d{1,15})?';

/** A part of a map, and what is outside of it. */
export const Box = (outside: string) =>
  Type.String({
    pattern: `^${DEGREES}(,${DEGREES}){3}$`,
    description: `west,south,east,north in degrees, such as 4.88,52.35,4.92,52.38. A box whose west is greater than its east crosses the 180th meridian. ${outside}`,
    examples: ['4.88,52.35,4.92,52.38'],
  });
