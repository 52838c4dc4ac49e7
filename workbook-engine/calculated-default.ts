import type { Field } from '#contract/workbook-definition.ts';

/** Returns the expression of a calculated default; undefined for a literal default. */
export const readCalculatedDefault = ({ default: value }: Field): string | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { calculation, ...rest } = value as { calculation?: unknown };
  return typeof calculation === 'string' && Object.keys(rest).length === 0 ? calculation : undefined;
};
