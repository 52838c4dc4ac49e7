import { isObject } from './json.ts';

/** Counts the fields of a draft, including nested ones. Stops above `max`, so a larger count may be incomplete. */
export const countFields = (fields: readonly unknown[], max: number): number => {
  let count = fields.length;
  for (const field of fields) {
    if (count > max) break;
    if (isObject(field) && Array.isArray(field.fields)) count += countFields(field.fields, max - count);
  }
  return count;
};
