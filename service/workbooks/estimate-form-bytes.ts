import type { CompilationResult } from '#workbook-engine/compile-form.ts';

/**
 * Measured heap memory: 1 to 7 bytes per character of the definition, 0.5 to 2 KB per field, 90 to 470 bytes per
 * expression operand, and 50 to 700 bytes per pattern state.
 */
export const estimateFormBytes = (
  { form: { levels, order }, patternStates }: CompilationResult,
  characters: number,
): number => {
  const operands = levels.reduce((sum, level) => sum + level.operandCount, 0);
  return 4_000 + 4 * characters + 1_000 * order.length + 300 * operands + 700 * patternStates;
};
