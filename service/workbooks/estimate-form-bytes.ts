import type { Compiled } from '#workbook-engine/compile-form.ts';

/**
 * Estimates the heap memory of a compiled form. Measured: 1 to 7 bytes for each character of the definition,
 * 0.5 to 2 KB for each field, 90 to 470 bytes for each part of an expression, and 50 to 700 for each pattern
 * state.
 */
export const estimateFormBytes = (
  { form: { levels, order }, patternStates }: Compiled,
  characters: number,
): number => {
  const parts = levels.reduce((sum, level) => sum + level.operandCount, 0);
  return 4_000 + 4 * characters + 1_000 * order.length + 300 * parts + 700 * patternStates;
};
