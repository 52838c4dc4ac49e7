import { stringify } from 'csv-stringify/sync';
import { isFormulaLike } from './is-formula-like.ts';
import type { CellValue, Table } from './table.ts';

/** Spreadsheets take a file without it for one of their country's old encodings. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Cells of a piece: some 64 KB. */
const CELLS = 6_000;

/** A table as CSV (RFC 4180), piece by piece. */
export async function* streamCsv({ columns, batches }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + linesOf([columns.map(({ heading }) => textCell(heading))]);
  const most = Math.max(1, Math.floor(CELLS / columns.length));
  for await (const batch of batches) {
    let rows: string[][] = [];
    for (const { values } of batch) {
      rows.push(values.map(cellOf));
      if (rows.length < most) continue;
      yield linesOf(rows);
      rows = [];
    }
    if (rows.length > 0) yield linesOf(rows);
  }
}

/** A line that ends within a cell is in quotes, whichever way it ends. */
const linesOf = (rows: string[][]) =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

const cellOf = (value: CellValue): string => {
  if (value === null) return '';
  return typeof value === 'string' ? textCell(value) : String(value);
};

/**
 * Spreadsheets run what looks like a formula, so an apostrophe is put before it, by which they know a text. One is put
 * before those that have apostrophes already, too: so there is always exactly one to take away.
 */
const textCell = (text: string): string => (isFormulaLike(text.replace(/^'+/, '')) ? `'${text}` : text);
