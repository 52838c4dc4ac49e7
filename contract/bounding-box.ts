import { Type } from 'typebox';

const DEGREES_PATTERN = '-?\\d{1,3}(\\.\\d{1,15})?';

export const BoundingBox = (effect: string) =>
  Type.String({
    pattern: `^${DEGREES_PATTERN}(,${DEGREES_PATTERN}){3}$`,
    description: `West,south,east,north in degrees, such as 4.88,52.35,4.92,52.38. If west is greater than east, the box crosses the 180th meridian. ${effect}`,
    examples: ['4.88,52.35,4.92,52.38'],
  });
