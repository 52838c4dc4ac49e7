import { isObject } from './json.ts';

/**
 * Counts the fields of any draft, including nested ones. Stops once the count exceeds `max`, so a result above
 * `max` can be less than the actual number.
 */
export const countFields = (fields: readonly unknown[], max: number): number => {
  let count = fields.length;
  for (const field of fields) {
    if (count > max) break;
    if (isObject(field) && Array.isArray(field.fields)) count += countFields(field.fields, max - count);
  }
  return count;
};
