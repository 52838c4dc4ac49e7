import type { Compiled } from '#workbook-engine/compile-form.ts';

/**
 * Estimates the heap that a form takes, from the number of characters of its definition. Measured: 1 to 7 bytes for each
 * character, 0.5 to 2 KB for each field, 90 to 470 bytes for each part of an expression, and 50 to 700 for each state of a pattern.
 */
export const estimateFormBytes = (
  { form: { levels, order }, patternStates }: Compiled,
  characters: number,
): number => {
  const parts = levels.reduce((sum, level) => sum + level.parts, 0);
  return 4_000 + 4 * characters + 1_000 * order.length + 300 * parts + 700 * patternStates;
};
