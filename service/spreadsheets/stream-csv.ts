import { stringify } from 'csv-stringify/sync';
import { isFormulaLike } from './is-formula-like.ts';
import type { CellValue, Table } from './table.ts';

/** Without it, spreadsheets assume an old encoding of the user's country. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Cells per piece: about 64 KB. */
const CELLS = 6_000;

/** Streams a table as CSV (RFC 4180). */
export async function* streamCsv({ columns, batches }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + linesOf([columns.map(({ heading }) => textCell(heading))]);
  const maxRows = Math.max(1, Math.floor(CELLS / columns.length));
  for await (const batch of batches) {
    let rows: string[][] = [];
    for (const { values } of batch) {
      rows.push(values.map(cellOf));
      if (rows.length < maxRows) continue;
      yield linesOf(rows);
      rows = [];
    }
    if (rows.length > 0) yield linesOf(rows);
  }
}

/** Quotes cells with any kind of line break. */
const linesOf = (rows: string[][]) =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

const cellOf = (value: CellValue): string => {
  if (value === null) return '';
  return typeof value === 'string' ? textCell(value) : String(value);
};

/**
 * Puts an apostrophe before texts that look like formulas, so that spreadsheets treat them as text. Texts that already
 * start with apostrophes get one more, so that there is always exactly one to remove.
 */
const textCell = (text: string): string => (isFormulaLike(text.replace(/^'+/, '')) ? `'${text}` : text);
