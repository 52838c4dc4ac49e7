import { sentence } from '#sentences/sentence.ts';
import type { FormReport } from './form-report.ts';
import { columnOf } from './read-survey.ts';
import { type TableRow, take } from './read-table.ts';

/** A whole number within bounds from a cell; anything else is told of. */
export const takeWhole = (
  row: TableRow,
  column: string,
  { least, most }: { least: number; most: number },
  report: FormReport,
): number | undefined => {
  const text = take(row, column);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, column) };
  report.tell(place, 'value-refused', sentence`“${text}” is not a whole number from ${least} to ${most}.`);
  return undefined;
};
