import type { ItemImportError, ItemImportRow } from '#contract/item-import.ts';

export const ROW_OUTCOMES = ['rejected', 'created', 'updated', 'restored'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export type ReportedRow = {
  line: number;
  outcome: RowOutcome;
  errors: readonly ItemImportError[];
  change?: ItemImportRow;
};

export const buildReportedRows = (
  errors: readonly ItemImportError[],
  rows: readonly ItemImportRow[],
): ReportedRow[] => [
  ...[...Map.groupBy(errors, ({ line }) => line)].map(
    ([line, lineErrors]): ReportedRow => ({ line, outcome: 'rejected', errors: lineErrors }),
  ),
  ...rows.map((change): ReportedRow => ({ line: change.line, outcome: change.outcome, errors: [], change })),
];
