import { msg } from '#i18n/message.ts';
import { decodeText, formatCellText, type RawCell, type TimeKind } from './cell-text.ts';
import { readXml } from './read-xml.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

type Position = { row: number; column: number };

/** Rows and columns are counted from 1. */
export type SheetCell = Position & { text: string };

export type SheetContext = {
  sharedStrings: readonly string[];
  timeKindsByStyle: readonly (TimeKind | undefined)[];
  is1904: boolean;
};

const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** The memory overhead of even a short string, in characters. */
const MIN_STRING_SIZE = 16;

const createTextLimitError = () =>
  new UnreadableFileError(msg`The file is too large: it contains too much text.`);

/** Stops at one non-empty cell more than `maxCells`. */
export const readSheet = async (
  chunks: AsyncIterable<Buffer>,
  { sharedStrings, timeKindsByStyle, is1904 }: SheetContext,
  maxCells: number,
  maxCharacters: number,
): Promise<SheetCell[]> => {
  const cells: SheetCell[] = [];
  let characters = 0;
  let position: Position = { row: 0, column: 0 };
  let rawCell: RawCell | undefined;
  let cellCharacters = 0;
  let openElement: 'value' | 'formula' | undefined;
  let isPhonetic = false;

  await readXml(chunks, {
    isDone: () => cells.length > maxCells,
    open: (name, attribute) => {
      if (name === 'row') position = { row: parseRowNumber(attribute('r')) ?? position.row + 1, column: 0 };
      else if (name === 'c') {
        position = parseReference(attribute('r')) ?? { row: position.row, column: position.column + 1 };
        if (!isOnSheet(position))
          throw new UnreadableFileError(msg`The file is damaged: a cell is outside the sheet.`);
        const timeKind = timeKindsByStyle[Number(attribute('s') ?? -1)];
        rawCell = { type: attribute('t') ?? 'n', value: undefined, formula: '', timeKind };
        cellCharacters = 0;
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'f') openElement = 'formula';
      else if (name === 'v' || (name === 't' && !isPhonetic)) openElement = 'value';
    },
    text: (text) => {
      if (rawCell === undefined || openElement === undefined) return;
      // Joining a cell's values into a string of half the thread's memory would crash the process.
      cellCharacters += text.length;
      if (cellCharacters > maxCharacters) throw createTextLimitError();
      if (openElement === 'value') rawCell.value = (rawCell.value ?? '') + text;
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
      } else if (openElement !== undefined && ['v', 't', 'f'].includes(name)) openElement = undefined;
    },
  });
  return sortCells(cells.slice(0, maxCells + 1));
};

const parseRowNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;

const isOnSheet = ({ row, column }: Position) =>
  row >= 1 && row <= MAX_ROW && column >= 1 && column <= MAX_COLUMN;

/** `AB12` is row 12 and column 28. */
const parseReference = (reference: string | undefined): Position | undefined => {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
};

const comparePositions = (a: Position, b: Position) => a.row - b.row || a.column - b.column;

/** Some applications write cells out of order or twice. */
const sortCells = (cells: SheetCell[]): SheetCell[] =>
  cells
    .sort(comparePositions)
    .filter((cell, index) => index === 0 || comparePositions(cells[index - 1]!, cell) !== 0);

/** Joins the runs of a formatted string. */
export const readSharedStrings = async (
  chunks: AsyncIterable<Buffer>,
  maxCharacters: number,
): Promise<string[]> => {
  const strings: string[] = [];
  let string = '';
  let isText = false;
  let isPhonetic = false;
  let characters = 0;
  await readXml(chunks, {
    open: (name) => {
      if (name === 'si') string = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text: (text) => {
      if (!isText) return;
      characters += text.length;
      if (characters > maxCharacters) throw createTextLimitError();
      string += text;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
      else if (name === 'si') {
        if (strings.length >= maxCharacters / MIN_STRING_SIZE) throw createTextLimitError();
        strings.push(decodeText(string));
      }
    },
  });
  return strings;
};
