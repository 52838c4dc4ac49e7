import type { Sheet } from './sheet.ts';

/** Sheets from rows of texts, by their names; an empty text is an empty cell. */
export const sheetsOf = (rows: Readonly<Record<string, readonly (readonly string[])[]>>): Sheet[] =>
  Object.entries(rows).map(([name, texts]) => ({
    name,
    cells: texts.flatMap((row, above) =>
      row.flatMap((text, before) => (text === '' ? [] : [{ row: above + 1, column: before + 1, text }])),
    ),
  }));

/** Rows of texts from records by heading, with the headings as the first row. */
export const rowsOf = (records: readonly Readonly<Record<string, string>>[]): string[][] => {
  const headings = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [headings, ...records.map((record) => headings.map((heading) => record[heading] ?? ''))];
};
