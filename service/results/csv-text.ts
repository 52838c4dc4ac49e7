import { stringify } from 'csv-stringify/sync';
import type { CellValue, Column } from './column.ts';
import { isFormulaLike } from './is-formula-like.ts';
import type { ResultRow } from './result-row.ts';

/** Spreadsheets take a file without it for one of their country's old encodings. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters of a piece, about: a table has up to 16,384 columns, so a batch of rows may be megabytes. */
const PIECE = 64 * 1024;

/** A table as CSV (RFC 4180), piece by piece. */
export async function* csvText(
  columns: readonly Column[],
  batches: AsyncIterable<readonly ResultRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lines([columns.map(({ heading }) => textCell(heading))]);
  for await (const rows of batches) {
    const few = Math.max(1, Math.floor(PIECE / (columns.length * CELL)));
    for (let at = 0; at < rows.length; at += few) {
      yield lines(rows.slice(at, at + few).map((row) => columns.map(({ read }) => cellOf(read(row)))));
    }
  }
}

/** Characters of a cell, about. */
const CELL = 10;

/** A line that ends within a cell is in quotes, whichever way it ends. */
const lines = (rows: readonly string[][]) =>
  stringify(rows as string[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

const cellOf = (value: CellValue): string => {
  if (value === null) return '';
  return typeof value === 'string' ? textCell(value) : String(value);
};

/**
 * Spreadsheets run what looks like a formula, so an apostrophe is put before it, by which they know a text. One is put
 * before those that have apostrophes already, too: so there is always exactly one to take away.
 */
const textCell = (text: string): string => (isFormulaLike(text.replace(/^'+/, '')) ? `'${text}` : text);
