import { sentence } from '#i18n/sentence.ts';
import type { FormReport } from './form-report.ts';
import { columnOf } from './read-survey.ts';
import { consume, type TableRow } from './read-table.ts';

/** Reads a whole number within bounds from a cell, and reports anything else. */
export const importInteger = (
  row: TableRow,
  column: string,
  { min, max }: { min: number; max: number },
  report: FormReport,
): number | undefined => {
  const text = consume(row, column);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, column) };
  report.add(place, 'value-invalid', sentence`“${text}” is not a whole number from ${min} to ${max}.`);
  return undefined;
};
