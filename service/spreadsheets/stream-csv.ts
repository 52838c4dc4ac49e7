import { isFormulaLike } from './is-formula-like.ts';
import { streamCsvRows } from './stream-csv-rows.ts';
import type { CellValue, Table } from './table.ts';

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

/** Adds an apostrophe even if the formula already has some, so that readers can always strip exactly one. */
const escapeFormula = (text: string): string => (isFormulaLike(text.replace(/^'+/, '')) ? `'${text}` : text);
