import { msg } from '#i18n/message.ts';
import type { FormReport, SheetLocation } from './form-report.ts';
import type { ColumnMeaning } from './headings.ts';
import type { Sheet } from './sheet.ts';

export type Heading = ColumnMeaning & { title: string };

/** `isConsumed` means that the cell has been imported. */
export type TableCell = { heading: Heading; text: string; isConsumed: boolean };

export type TableRow = { sheet: string; number: number; cells: TableCell[] };

export type Table = { sheet: string; headings: Heading[]; rows: TableRow[] };

/** The headings are in the first non-empty row. The caller must import (`consume`) or report each cell under them. */
export const readTable = (
  sheet: Sheet,
  parseHeading: (title: string) => ColumnMeaning | undefined,
  report: FormReport,
): Table => {
  const [first] = sheet.cells;
  if (first === undefined) return { sheet: sheet.name, headings: [], rows: [] };
  const headings = new Map<number, Heading>();
  const cells = sheet.cells.filter(({ row }) => row > first.row);
  const filledColumns = new Set(cells.map(({ column }) => column));
  const headingsByMeaning = new Map<string, Heading>();

  for (const { row, column, text } of sheet.cells) {
    if (row > first.row) break;
    const title = text.trim();
    const meaning = parseHeading(title);
    if (meaning === undefined) {
      if (filledColumns.delete(column)) {
        const message = msg`“${title}” is not a column that Ronda supports; its contents are ignored.`;
        report.add({ sheet: sheet.name, column: title }, 'column-omitted', message);
      }
      continue;
    }
    const heading = { ...meaning, title };
    const key = `${meaning.column}|${meaning.language ?? ''}`;
    const earlierHeading = meaning.column === 'media' ? undefined : headingsByMeaning.get(key);
    if (earlierHeading === undefined) {
      headingsByMeaning.set(key, heading);
      headings.set(column, heading);
    } else if (filledColumns.delete(column)) {
      const message = msg`“${title}” has the same meaning as the earlier column “${earlierHeading.title}”; it is ignored.`;
      report.add({ sheet: sheet.name, column: title }, 'column-duplicate', message);
    }
  }

  const rows: TableRow[] = [];
  const columnsWithoutHeading = new Set<number>();
  for (const { row, column, text } of cells) {
    const heading = headings.get(column);
    if (heading !== undefined) {
      if (rows.at(-1)?.number !== row) rows.push({ sheet: sheet.name, number: row, cells: [] });
      rows.at(-1)!.cells.push({ heading, text: text.trim(), isConsumed: false });
    } else if (filledColumns.has(column)) columnsWithoutHeading.add(column);
  }
  for (const column of columnsWithoutHeading) {
    const message = msg`The column ${formatColumnLetters(column)} has no heading; its contents are ignored.`;
    report.add({ sheet: sheet.name, column: formatColumnLetters(column) }, 'column-omitted', message);
  }
  return { sheet: sheet.name, headings: [...headings.values()], rows };
};

/** Returns A for 1, and AA for 27. */
const formatColumnLetters = (column: number): string =>
  column < 1
    ? ''
    : formatColumnLetters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

export const createRowLocation = ({ sheet, number }: TableRow): SheetLocation => ({ sheet, row: number });

/** Returns the location of a cell, even if the cell is empty. */
export const createCellLocation = (row: TableRow, column: string): SheetLocation & { column: string } => ({
  ...createRowLocation(row),
  column: findCell(row, column)?.heading.title ?? column,
});

const findCell = (row: TableRow, column: string): TableCell | undefined =>
  row.cells.find(({ heading }) => heading.column === column);

/** Returns the text of a cell without marking it as imported. */
export const peek = (row: TableRow, column: string): string | undefined => findCell(row, column)?.text;

/** Returns the text of a cell and marks it as imported. */
export const consume = (row: TableRow, column: string): string | undefined => {
  const cell = findCell(row, column);
  if (cell !== undefined) cell.isConsumed = true;
  return cell?.text;
};

/** Returns the cells of a translated column and marks them as imported. */
export const consumeAll = (row: TableRow, column: string): TableCell[] => {
  const cells = row.cells.filter(({ heading }) => heading.column === column);
  for (const cell of cells) cell.isConsumed = true;
  return cells;
};
