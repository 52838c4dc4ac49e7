import writeXlsxFile from 'write-excel-file/node';
import type { SpreadsheetSheet } from './read-spreadsheet.ts';

const MIN_WIDTH = 8;
const MAX_WIDTH = 60;

/** Writes every cell as text, so that none is evaluated as a formula. Row 1 contains the headings. */
export const writeSpreadsheet = (sheets: readonly SpreadsheetSheet[]): Promise<Buffer> =>
  writeXlsxFile(
    sheets.map(({ name, cells }) => {
      const widths: number[] = [];
      const data: { value: string; type: StringConstructor; fontWeight?: 'bold' }[][] = [];
      for (const { row, column, text } of cells) {
        while (data.length < row) data.push([]);
        const cell = {
          value: escapeText(text),
          type: String,
          ...(row === 1 && { fontWeight: 'bold' as const }),
        };
        data[row - 1]![column - 1] = cell;
        widths[column - 1] = Math.min(MAX_WIDTH, Math.max(widths[column - 1] ?? MIN_WIDTH, text.length + 2));
      }
      // The library requires null for missing cells, not holes in the array.
      const rows = data.map((row) => Array.from(row, (cell) => cell ?? null));
      const columns = Array.from(widths, (width = MIN_WIDTH) => ({ width }));
      return { sheet: name, data: rows, columns, stickyRowsCount: 1 };
    }),
  ).toBuffer();

/** XML forbids some characters, and the library strips others. */
const escapeText = (text: string): string => {
  const escapedText = text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
    /_(?=x[0-9a-f]{4}_)|[\0-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]|[\ud800-\udbff](?=\udffe|\udfff)|(?<=[\ud800-\udbff])[\udffe\udfff]/gi,
    escapeCharacter,
  );
  // The library uses the text as an object key without guarding against inherited properties (4.1.1).
  return escapedText in Object.prototype
    ? escapeCharacter(escapedText[0]!) + escapedText.slice(1)
    : escapedText;
};

const escapeCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
