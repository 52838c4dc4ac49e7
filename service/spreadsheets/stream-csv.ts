import { csvPieces } from './csv-pieces.ts';
import { isFormulaLike } from './is-formula-like.ts';
import type { CellValue, Table } from './table.ts';

/** Streams a table as CSV (RFC 4180). */
export const streamCsv = ({ columns, batches }: Table): AsyncGenerator<string> => {
  const rows = async function* () {
    yield columns.map(({ heading }) => textCell(heading));
    for await (const batch of batches) for (const { values } of batch) yield values.values().map(cellOf);
  };
  return csvPieces(rows());
};

const cellOf = (value: CellValue): string => {
  if (value === null) return '';
  return typeof value === 'string' ? textCell(value) : String(value);
};

/**
 * Puts an apostrophe before texts that look like formulas, so that spreadsheets treat them as text. Texts that already
 * start with apostrophes get one more, so that there is always exactly one to remove.
 */
const textCell = (text: string): string => (isFormulaLike(text.replace(/^'+/, '')) ? `'${text}` : text);
