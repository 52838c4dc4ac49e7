import { workbookLimits } from '#contract/workbook-limits.ts';

/** Sorts codes and removes duplicates, blank codes, and codes that exceed the length of an answer. */
export const selectDistinctCodes = (codes: readonly string[]): string[] =>
  [...new Set(codes)].filter((code) => code.trim() !== '' && code.length <= workbookLimits.text).sort();
