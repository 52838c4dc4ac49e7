import type { ItemImportError, ItemImportRow } from '#contract/item-import.ts';

export const ROW_OUTCOMES = ['rejected', 'created', 'updated', 'restored'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** A row of an import file and its outcome. A row with errors has no change. */
export type ReportedRow = {
  line: number;
  outcome: RowOutcome;
  errors: readonly ItemImportError[];
  change: ItemImportRow | undefined;
};

/** Returns rows with errors first, then rows with changes, each in file order. */
export const buildReportedRows = (
  errors: readonly ItemImportError[],
  rows: readonly ItemImportRow[],
): ReportedRow[] => [
  ...[...Map.groupBy(errors, ({ line }) => line)].map(
    ([line, lineErrors]): ReportedRow => ({
      line,
      outcome: 'rejected',
      errors: lineErrors,
      change: undefined,
    }),
  ),
  ...rows.map(
    (change): ReportedRow => ({
      line: change.line,
      outcome: change.outcome,
      errors: [],
      change,
    }),
  ),
];
