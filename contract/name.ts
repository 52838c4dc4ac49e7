import { Type } from 'typebox';
import { limits } from './limits.ts';

/** No white space at the start or end. An empty text passes, so that the error is about its length. */
export const TRIMMED_TEXT = '^(\\S([\\s\\S]*\\S)?)?$';

/**
 * A name or title by which people find something. White space at the start or end is rejected, because people cannot
 * see the difference between `D1` and `D1 `.
 */
export const Name = (description: string, options: { maxLength?: number; examples?: string[] } = {}) =>
  Type.String({
    minLength: 1,
    maxLength: limits.name,
    pattern: TRIMMED_TEXT,
    description,
    ...options,
  });
