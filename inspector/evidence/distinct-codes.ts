import { workbookLimits } from '#contract/workbook-limits.ts';

export const selectDistinctCodes = (codes: readonly string[]): string[] =>
  [...new Set(codes)].filter((code) => code.trim() !== '' && code.length <= workbookLimits.text).sort();
