import { isObject } from './json.ts';

/** Counts nested fields too, of any draft. Stops above `max`, so a count above that may be too low. */
export const countFields = (fields: readonly unknown[], max: number): number => {
  let count = fields.length;
  for (const field of fields) {
    if (count > max) break;
    if (isObject(field) && Array.isArray(field.fields)) count += countFields(field.fields, max - count);
  }
  return count;
};
