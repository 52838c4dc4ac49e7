import { Type } from 'typebox';
import { limits } from './limits.ts';

/** Matches text without surrounding white space. It also matches '', which should violate only `minLength`. */
export const TRIMMED_PATTERN = '^(\\S([\\s\\S]*\\S)?)?$';

/** Rejects surrounding white space: nobody can tell `D1` from `D1 `. */
export const Name = (description: string, options: { maxLength?: number; examples?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: limits.name, pattern: TRIMMED_PATTERN, description, ...options });
