import type { CompilationResult } from '#workbook-engine/compile-form.ts';

/**
 * Measured heap memory: 1 to 7 bytes for each character of the definition, 0.5 to 2 KB for each field, 90 to 470 bytes
 * for each operand of an expression, and 50 to 700 bytes for each state of a pattern.
 */
export const estimateFormBytes = (
  { form: { levels, order }, patternStates }: CompilationResult,
  characters: number,
): number => {
  const operands = levels.reduce((sum, level) => sum + level.operandCount, 0);
  return 4_000 + 4 * characters + 1_000 * order.length + 300 * operands + 700 * patternStates;
};
