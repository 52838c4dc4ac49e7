import { Type } from 'typebox';
import { limits } from './limits.ts';

/** No leading or trailing white space. Also matches an empty string so that `minLength` reports that error. */
export const TRIMMED_PATTERN = '^(\\S([\\s\\S]*\\S)?)?$';

/** Leading and trailing white space is rejected because people cannot tell `D1` from `D1 `. */
export const Name = (description: string, options: { maxLength?: number; examples?: string[] } = {}) =>
  Type.String({
    minLength: 1,
    maxLength: limits.name,
    pattern: TRIMMED_PATTERN,
    description,
    ...options,
  });
