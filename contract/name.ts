import { Type } from 'typebox';
import { limits } from './limits.ts';

/** Of an empty text its length is told, not this. */
export const WITHOUT_BLANKS_AROUND = '^(\\S([\\s\\S]*\\S)?)?$';

/**
 * A name or title by which people find something again, so without blanks at its beginning and end: nobody sees the
 * difference between `D1` and `D1 `.
 */
export const Name = (description: string, options: { maxLength?: number; examples?: string[] } = {}) =>
  Type.String({
    minLength: 1,
    maxLength: limits.name,
    pattern: WITHOUT_BLANKS_AROUND,
    description,
    ...options,
  });
