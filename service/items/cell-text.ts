/*
 * How strings and other values are written to the cells of a CSV file, so that an import restores exactly what was exported.
 *
 * A cell contains only text. Spreadsheets run text that begins with = + - @ as a formula, so a formula in a title would run
 * on the computer of another user. `1934` could be a number or a string. An ambiguous string therefore gets a leading
 * apostrophe, which spreadsheets use to mark text. A string that would be ambiguous without its leading apostrophes gets
 * one more, so that there is always exactly one to remove. Other strings are written unchanged: the apostrophe of
 * 's-Gravenhage belongs to the name.
 */

import { isFormulaLike } from '#service/spreadsheets/is-formula-like.ts';

/** The value of an attribute of an item. */
export type CellValue = string | number | boolean;

/** The number format of a file. Files with semicolons between cells have decimal commas. */
export type CellFormat = { hasDecimalComma: boolean };

const PLAIN_FORMAT: CellFormat = { hasDecimalComma: false };

const GUARD = "'";

const stripGuards = (text: string) => {
  // A regular expression would take 800 ms for a cell of 8 MB.
  let start = 0;
  while (text[start] === GUARD) start++;
  return text.slice(start);
};

/** Returns true if a string needs a leading apostrophe, not counting those that it already has. */
const isFormulaLikeString = (text: string): boolean => {
  const bare = stripGuards(text);
  return bare === '' || isFormulaLike(bare);
};

const isAmbiguousValue = (text: string, format: CellFormat): boolean =>
  isFormulaLikeString(text) || typeof parseLiteral(stripGuards(text), format) !== 'string';

/** Writes a string as a cell, and null as an empty cell. */
export const formatTextCell = (text: string | null): string => {
  if (text === null) return '';
  return isFormulaLikeString(text) ? GUARD + text : text;
};

/** Parses the string in a cell; null if the cell is empty. */
export const parseTextCell = (cell: string): string | null => {
  if (cell === '') return null;
  return cell.startsWith(GUARD) && isFormulaLikeString(cell.slice(1)) ? cell.slice(1) : cell;
};

/** Writes an attribute as a cell, and undefined as an empty cell. */
export const formatValueCell = (value: CellValue | undefined): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return isAmbiguousValue(value, PLAIN_FORMAT) ? GUARD + value : value;
};

/** Parses the attribute in a cell; undefined if the cell is empty. */
export const parseValueCell = (cell: string, format = PLAIN_FORMAT): CellValue | undefined => {
  if (cell === '') return undefined;
  if (cell.startsWith(GUARD) && isAmbiguousValue(cell.slice(1), format)) return cell.slice(1);
  return parseLiteral(cell, format);
};

/** Longer cells are text. The conversions below would take 4 ms for a cell of 600,000 characters. */
const MAX_LITERAL_LENGTH = 400;

const parseLiteral = (text: string, format: CellFormat): CellValue => {
  if (text.length > MAX_LITERAL_LENGTH) return text;
  // Spreadsheets write booleans in capitals.
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  return parseNumberCell(text, format) ?? text;
};

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBER_WITH_COMMA = /^-?(?:0|[1-9]\d*),\d+$/;
/** Every number with this many digits can be represented as a double. */
const SAFE_DIGITS = 15;

/**
 * Parses the number in a cell. Returns undefined if there is none, or if the conversion would change it: 007, or more digits
 * than a double has.
 */
export const parseNumberCell = (text: string, { hasDecimalComma }: CellFormat): number | undefined => {
  const normalized = hasDecimalComma && NUMBER_WITH_COMMA.test(text) ? text.replace(',', '.') : text;
  // −0 becomes 0, as in JSON.
  const number = Number(normalized) + 0;
  if (!Number.isFinite(number)) return undefined;
  // The notation of exported files, such as 1e+21.
  if (String(number) === normalized) return number;
  const digits = normalized.replaceAll(/[-.]/g, '').replace(/^0+/, '');
  return NUMBER.test(normalized) && digits.length <= SAFE_DIGITS ? number : undefined;
};
