import writeXlsxFile from 'write-excel-file/node';
import type { SpreadsheetSheet } from './read-spreadsheet.ts';

/** Minimum and maximum width of a column, in characters. */
const NARROW = 8;
const WIDE = 60;

/**
 * Writes an .xlsx file in which every cell is text, so that nothing is ever evaluated as a formula. The first row of each
 * sheet contains the headings.
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
      // The library requires null for missing cells, not holes.
      const whole = data.map((row) => Array.from(row, (cell) => cell ?? null));
      const columns = Array.from(widths, (width = NARROW) => ({ width }));
      return { sheet: name, data: whole, columns, stickyRowsCount: 1 };
    }),
  ).toBuffer();

/** Escapes characters that XML cannot contain or that the library would drop, and texts that look like such an escape. */
const asXml = (text: string): string => {
  const written = text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about control characters
    /_(?=x[0-9a-f]{4}_)|[\0-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]|[\ud800-\udbff](?=\udffe|\udfff)|(?<=[\ud800-\udbff])[\udffe\udfff]/gi,
    escaped,
  );
  // The library looks texts up in an object without checking own properties (4.1.1).
  return written in Object.prototype ? escaped(written[0]!) + written.slice(1) : written;
};

const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
