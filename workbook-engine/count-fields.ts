import { isObject } from './json.ts';

/**
 * Counts the fields of a definition, including nested ones. It may be a draft with any values as fields. Stops when the
 * count exceeds `max`, so a count above that may be too low.
 */
export const countFields = (fields: readonly unknown[], max: number): number => {
  let count = fields.length;
  for (const field of fields) {
    if (count > max) break;
    if (isObject(field) && Array.isArray(field.fields)) count += countFields(field.fields, max - count);
  }
  return count;
};
