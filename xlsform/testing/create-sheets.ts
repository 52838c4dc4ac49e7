import type { Sheet } from '#xlsform/sheet.ts';

/** Creates sheets from rows of strings, by sheet name. Empty strings become empty cells. */
export const createSheets = (rows: Readonly<Record<string, readonly (readonly string[])[]>>): Sheet[] =>
  Object.entries(rows).map(([name, sheetRows]) => ({
    name,
    cells: sheetRows.flatMap((row, rowIndex) =>
      row.flatMap((text, columnIndex) =>
        text === '' ? [] : [{ row: rowIndex + 1, column: columnIndex + 1, text }],
      ),
    ),
  }));

/** Creates rows from records. The first row contains the headings. */
export const createRows = (records: readonly Readonly<Record<string, string>>[]): string[][] => {
  const headings = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [headings, ...records.map((record) => headings.map((heading) => record[heading] ?? ''))];
};
