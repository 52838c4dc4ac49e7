import { createPauses } from '#service/http/run-in-slices.ts';
import { FORMATS, formatBooleanCell, formatNumberCell, formatTextCell } from './cell-xml.ts';
import { toExcelDate, toExcelInstant, toExcelTime } from './excel-time.ts';
import type { CellKind, CellValue, Table, TableRow } from './table.ts';

/** The number of rows includes the headings. */
export const SHEET_LIMITS = { rows: 1_048_576, columns: 16_384 };

/** The minimum number of characters in a chunk. */
const CHUNK_LENGTH = 64 * 1024;

const COLUMN_WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 24,
  number: 12,
  boolean: 10,
  date: 12,
  time: 10,
  instant: 20,
};

/** A source of rows that consecutive sheets read one at a time. */
export type RowSource = { next(): Promise<TableRow | undefined>; isAtEnd(): Promise<boolean> };

/** `maxRows` includes the headings. Can pause after each cell: a row can have thousands. */
export async function* streamSheet(
  columns: Table['columns'],
  source: RowSource,
  maxRows: number,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => formatColumn(index));
  const pause = createPauses();
  let chunk = formatSheetStart(columns);
  const writeRow = async function* (number: number, cells: Iterable<string>) {
    chunk += `<row r="${number}">`;
    for (const cell of cells) {
      chunk += cell;
      if (chunk.length >= CHUNK_LENGTH) {
        yield chunk;
        chunk = '';
      }
      const pausePromise = pause();
      if (pausePromise) await pausePromise;
    }
    chunk += '</row>';
  };
  const formatHeading = ({ heading }: { heading: string }, index: number) =>
    formatTextCell(`${letters[index]}1`, heading, true);
  yield* writeRow(1, columns.values().map(formatHeading));
  for (let number = 2; number <= maxRows; number++) {
    const row = await source.next();
    if (!row) break;
    const cells = Iterator.from(row.values).map((value, index) =>
      value === null ? '' : formatCell(letters[index]! + number, columns[index]!.kind, value, row.timeZone),
    );
    yield* writeRow(number, cells);
  }
  yield `${chunk}</sheetData></worksheet>`;
}

const formatSheetStart = (columns: Table['columns']): string => {
  const widths = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${COLUMN_WIDTHS[kind]}" customWidth="1"/>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  );
};

/** Columns run from A to Z, AA to ZZ and AAA to XFD. */
const formatColumn = (index: number): string => {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : formatColumn(Math.floor(index / 26) - 1) + letter;
};

const formatCell = (
  reference: string,
  kind: CellKind,
  value: NonNullable<CellValue>,
  timeZone: string,
): string => {
  if (typeof value === 'number') return formatNumberCell(reference, value);
  if (typeof value === 'boolean') return formatBooleanCell(reference, value);
  switch (kind) {
    case 'date':
      return formatTimeCell(reference, toExcelDate(value), FORMATS.date, value);
    case 'time':
      return formatTimeCell(reference, toExcelTime(value), FORMATS.time, value);
    case 'instant':
      return formatTimeCell(reference, toExcelInstant(value, timeZone), FORMATS.dateTime, value);
    default:
      return formatTextCell(reference, value);
  }
};

/** Falls back to text if Excel does not support the date or time. */
const formatTimeCell = (
  reference: string,
  number: number | undefined,
  format: number,
  text: string,
): string =>
  number === undefined ? formatTextCell(reference, text) : formatNumberCell(reference, number, format);
