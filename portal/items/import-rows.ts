import type { ItemImportFault, ItemImportRow } from '#contract/item-import.ts';

export const ROW_OUTCOMES = ['refused', 'created', 'updated', 'revived'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** A row of a file and what it comes to; of one at fault no item is known. */
export type ReportedRow = {
  line: number;
  outcome: RowOutcome;
  faults: readonly ItemImportFault[];
  change: ItemImportRow | undefined;
};

/** The rows at fault with all their faults, then those that do something, each in the order of the file. */
export const reportedRows = (
  errors: readonly ItemImportFault[],
  rows: readonly ItemImportRow[],
): ReportedRow[] => [
  ...[...Map.groupBy(errors, ({ line }) => line)].map(
    ([line, faults]): ReportedRow => ({ line, outcome: 'refused', faults, change: undefined }),
  ),
  ...rows.map(
    (change): ReportedRow => ({
      line: change.line,
      outcome: change.outcome,
      faults: [],
      change,
    }),
  ),
];
