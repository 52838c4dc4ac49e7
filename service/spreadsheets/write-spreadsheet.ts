import writeXlsxFile from 'write-excel-file/node';
import type { SpreadsheetSheet } from './read-spreadsheet.ts';

/** Characters of a column, at least and at most. */
const NARROW = 8;
const WIDE = 60;

/**
 * Writes an .xlsx file in which every cell is a text, so that nothing in it is ever worked out as a formula. The first
 * row of a sheet is its headings.
 */
export const writeSpreadsheet = (sheets: readonly SpreadsheetSheet[]): Promise<Buffer> =>
  writeXlsxFile(
    sheets.map(({ name, cells }) => {
      const widths: number[] = [];
      const data: { value: string; type: StringConstructor; fontWeight?: 'bold' }[][] = [];
      for (const { row, column, text } of cells) {
        while (data.length < row) data.push([]);
        const cell = { value: asXml(text), type: String, ...(row === 1 && { fontWeight: 'bold' as const }) };
        data[row - 1]![column - 1] = cell;
        widths[column - 1] = Math.min(WIDE, Math.max(widths[column - 1] ?? NARROW, text.length + 2));
      }
      // The library does not look at holes in a row, but at null.
      const whole = data.map((row) => Array.from(row, (cell) => cell ?? null));
      const columns = Array.from(widths, (width = NARROW) => ({ width }));
      return { sheet: name, data: whole, columns, stickyRowsCount: 1 };
    }),
  ).toBuffer();

/** What XML has no room for, or the library would leave out, as spreadsheets write it; and what looks like that. */
const asXml = (text: string): string => {
  const written = text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    /_(?=x[0-9a-f]{4}_)|[\0-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]|[\ud800-\udbff](?=\udffe|\udfff)|(?<=[\ud800-\udbff])[\udffe\udfff]/gi,
    escaped,
  );
  // The library looks texts up in an object, which has these before there are any (4.1.1).
  return written in Object.prototype ? escaped(written[0]!) + written.slice(1) : written;
};

const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
