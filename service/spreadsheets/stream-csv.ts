import { isFormulaLike } from './is-formula-like.ts';
import { streamCsvRows } from './stream-csv-rows.ts';
import type { CellValue, Table } from './table.ts';

/** Streams a table as CSV (RFC 4180). */
export const streamCsv = ({ columns, batches }: Table): AsyncGenerator<string> => {
  const rows = async function* () {
    yield columns.values().map(({ heading }) => escapeFormula(heading));
    for await (const batch of batches)
      for (const { values } of batch) yield Iterator.from(values).map(formatCell);
  };
  return streamCsvRows(rows());
};

const formatCell = (value: CellValue): string => {
  if (value === null) return '';
  return typeof value === 'string' ? escapeFormula(value) : String(value);
};

/**
 * Adds a leading apostrophe to text that looks like a formula, so that spreadsheets treat it as text. Also adds
 * one if the formula already follows apostrophes, so that readers can always remove exactly one apostrophe.
 */
const escapeFormula = (text: string): string => (isFormulaLike(text.replace(/^'+/, '')) ? `'${text}` : text);
