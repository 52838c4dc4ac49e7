import { msg } from '#i18n/message.ts';
import type { FormReport } from './form-report.ts';
import { consume, createCellLocation, type TableRow } from './read-table.ts';

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
  const message = msg`“${text}” is not a whole number from ${min} to ${max}.`;
  report.add(createCellLocation(row, column), 'value-invalid', message);
  return undefined;
};
