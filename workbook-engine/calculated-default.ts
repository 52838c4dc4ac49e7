import type { Field } from '#contract/workbook-definition.ts';

/** The expression of a calculated default; undefined for a literal default. */
export const calculatedDefault = ({ default: given }: Field): string | undefined => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { calculation, ...others } = given as { calculation?: unknown };
  return typeof calculation === 'string' && Object.keys(others).length === 0 ? calculation : undefined;
};
