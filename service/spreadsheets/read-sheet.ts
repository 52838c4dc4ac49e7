import { sentence } from '#i18n/sentence.ts';
import { cellText, plainText, type RawCell, type TimeKind } from './cell-text.ts';
import { readXml } from './read-xml.ts';
import { Unreadable } from './unreadable.ts';

/** A cell that is not empty. Rows and columns count from 1. */
export type SheetCell = { row: number; column: number; text: string };

/** Data of the file that cells refer to. */
export type SheetContext = {
  sharedTexts: readonly string[];
  /** By index of the cell style: whether numbers are dates or times. */
  moments: readonly (TimeKind | undefined)[];
  is1904: boolean;
};

/** The last row and column that a sheet can have. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/** Minimum memory of a text, counted in characters. */
const CHARACTERS_PER_TEXT = 16;

const tooMuchText = () => new Unreadable(sentence`The file is too large: it contains too much text.`);

const NO_CELL = { row: 0, column: 0 };

/** Reads the non-empty cells of a sheet: all of them, or `most` plus one. */
export const readSheet = async (
  pieces: AsyncIterable<Buffer>,
  { sharedTexts, moments, is1904 }: SheetContext,
  max: number,
  maxCharacters: number,
): Promise<SheetCell[]> => {
  const cells: SheetCell[] = [];
  let characters = 0;
  let here = NO_CELL;
  let raw: RawCell | undefined;
  /** The part of the cell that is being read. */
  let part: 'value' | 'formula' | undefined;
  let isPhonetic = false;

  await readXml(pieces, {
    isDone: () => cells.length > max,
    open: (name, attribute) => {
      if (name === 'row') here = { row: numberOf(attribute('r')) ?? here.row + 1, column: 0 };
      else if (name === 'c') {
        here = placeOf(attribute('r')) ?? { row: here.row, column: here.column + 1 };
        if (!isOnSheet(here))
          throw new Unreadable(sentence`The file is damaged: a cell is outside the sheet.`);
        const moment = moments[Number(attribute('s') ?? -1)];
        raw = { type: attribute('t') ?? 'n', value: undefined, formula: '', moment };
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'f') part = 'formula';
      else if (name === 'v' || (name === 't' && !isPhonetic)) part = 'value';
    },
    text: (text) => {
      if (raw === undefined || part === undefined) return;
      if (part === 'value') raw.value = (raw.value ?? '') + text;
      else raw.formula += text;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') {
        const text = raw === undefined ? '' : cellText(raw, sharedTexts, is1904);
        if (text.trim() !== '') cells.push({ ...here, text });
        characters += text.length;
        if (characters > maxCharacters) throw tooMuchText();
        raw = undefined;
      } else if (part !== undefined && ['v', 't', 'f'].includes(name)) part = undefined;
    },
  });
  return inOrder(cells.slice(0, max + 1));
};

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;

const isOnSheet = ({ row, column }: { row: number; column: number }) =>
  row >= 1 && row <= LAST_ROW && column >= 1 && column <= LAST_COLUMN;

/** `AB12` → row 12, column 28. */
const placeOf = (reference: string | undefined): { row: number; column: number } | undefined => {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
};

const isBefore = (one: SheetCell, other: SheetCell) => one.row - other.row || one.column - other.column;

/** Sorts cells, because not every program writes them in order. Of two cells in one place the first counts. */
const inOrder = (cells: SheetCell[]): SheetCell[] =>
  cells.sort(isBefore).filter((cell, index) => index === 0 || isBefore(cells[index - 1]!, cell) !== 0);

/** The shared strings that cells refer to by index. The runs of a formatted text are joined. */
export const readSharedTexts = async (
  pieces: AsyncIterable<Buffer>,
  maxCharacters: number,
): Promise<string[]> => {
  const texts: string[] = [];
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
      if (characters > maxCharacters) throw tooMuchText();
      current += text;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
      else if (name === 'si') {
        if (texts.length >= maxCharacters / CHARACTERS_PER_TEXT) throw tooMuchText();
        texts.push(plainText(current));
      }
    },
  });
  return texts;
};
