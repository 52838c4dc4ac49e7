import { sentence } from '#i18n/sentence.ts';
import { decodeText, formatCellText, type RawCell, type TimeKind } from './cell-text.ts';
import { readXml } from './read-xml.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

type Position = { row: number; column: number };

/** A non-empty cell. Rows and columns are counted from 1. */
export type SheetCell = Position & { text: string };

export type SheetContext = {
  sharedStrings: readonly string[];
  /** Whether numbers are dates or times, by cell style index. */
  timeKinds: readonly (TimeKind | undefined)[];
  is1904: boolean;
};

/** The size of a sheet in Excel. */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** The minimum amount of memory that a string takes up, expressed in characters. */
const MIN_STRING_SIZE = 16;

const createTextLimitError = () =>
  new UnreadableFileError(sentence`The file is too large: it contains too much text.`);

/** Reads the non-empty cells of a sheet. Stops once it has one more than `max`. */
export const readSheet = async (
  pieces: AsyncIterable<Buffer>,
  { sharedStrings, timeKinds, is1904 }: SheetContext,
  max: number,
  maxCharacters: number,
): Promise<SheetCell[]> => {
  const cells: SheetCell[] = [];
  let characters = 0;
  let position: Position = { row: 0, column: 0 };
  let rawCell: RawCell | undefined;
  let cellCharacters = 0;
  let part: 'value' | 'formula' | undefined;
  let isPhonetic = false;

  await readXml(pieces, {
    isDone: () => cells.length > max,
    open: (name, attribute) => {
      if (name === 'row') position = { row: parseRowNumber(attribute('r')) ?? position.row + 1, column: 0 };
      else if (name === 'c') {
        position = parseReference(attribute('r')) ?? { row: position.row, column: position.column + 1 };
        if (!isOnSheet(position))
          throw new UnreadableFileError(sentence`The file is damaged: a cell is outside the sheet.`);
        const timeKind = timeKinds[Number(attribute('s') ?? -1)];
        rawCell = { type: attribute('t') ?? 'n', value: undefined, formula: '', timeKind };
        cellCharacters = 0;
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'f') part = 'formula';
      else if (name === 'v' || (name === 't' && !isPhonetic)) part = 'value';
    },
    text: (text) => {
      if (rawCell === undefined || part === undefined) return;
      // Joining a cell's values into a string of half the thread's memory would crash the process.
      cellCharacters += text.length;
      if (cellCharacters > maxCharacters) throw createTextLimitError();
      if (part === 'value') rawCell.value = (rawCell.value ?? '') + text;
      else rawCell.formula += text;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') {
        const text = rawCell === undefined ? '' : formatCellText(rawCell, sharedStrings, is1904);
        if (text.trim() !== '') cells.push({ ...position, text });
        characters += text.length;
        if (characters > maxCharacters) throw createTextLimitError();
        rawCell = undefined;
      } else if (part !== undefined && ['v', 't', 'f'].includes(name)) part = undefined;
    },
  });
  return sortCells(cells.slice(0, max + 1));
};

const parseRowNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;

const isOnSheet = ({ row, column }: Position) =>
  row >= 1 && row <= MAX_ROW && column >= 1 && column <= MAX_COLUMN;

/** `AB12` → row 12, column 28. */
const parseReference = (reference: string | undefined): Position | undefined => {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
};

const comparePositions = (a: Position, b: Position) => a.row - b.row || a.column - b.column;

/** Sorts cells, because some applications write them in no particular order, and removes duplicates. */
const sortCells = (cells: SheetCell[]): SheetCell[] =>
  cells
    .sort(comparePositions)
    .filter((cell, index) => index === 0 || comparePositions(cells[index - 1]!, cell) !== 0);

/** Reads the strings to which cells refer by index. The runs of a formatted string are joined. */
export const readSharedStrings = async (
  pieces: AsyncIterable<Buffer>,
  maxCharacters: number,
): Promise<string[]> => {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  let characters = 0;
  await readXml(pieces, {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text: (text) => {
      if (!isText) return;
      characters += text.length;
      if (characters > maxCharacters) throw createTextLimitError();
      current += text;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
      else if (name === 'si') {
        if (strings.length >= maxCharacters / MIN_STRING_SIZE) throw createTextLimitError();
        strings.push(decodeText(current));
      }
    },
  });
  return strings;
};
