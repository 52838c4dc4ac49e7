/*
 * Spreadsheets evaluate text that begins with = + - @ as a formula, so a formula in a title would run on someone else's
 * computer. `1934` could be a number or a string. Ambiguous strings therefore get a leading apostrophe, which
 * spreadsheets use to mark text. A string that would be ambiguous without its leading apostrophes gets one more, so
 * that an import restores it. All other strings are unchanged: the apostrophe in 's-Gravenhage is part of the name.
 */

import { isFormulaLike } from '#service/spreadsheets/is-formula-like.ts';

export type CellValue = string | number | boolean;

/** Files separated by semicolons use decimal commas. */
export type CellFormat = { hasDecimalComma: boolean };

const PLAIN_FORMAT: CellFormat = { hasDecimalComma: false };

const APOSTROPHE = "'";

const stripApostrophes = (text: string) => {
  // A regular expression would take 800 ms for an 8 MB cell.
  let start = 0;
  while (text[start] === APOSTROPHE) start++;
  return text.slice(start);
};

const isFormulaLikeString = (text: string): boolean => {
  const unprefixedText = stripApostrophes(text);
  return unprefixedText === '' || isFormulaLike(unprefixedText);
};

const isAmbiguousValue = (text: string, format: CellFormat): boolean =>
  isFormulaLikeString(text) || typeof parseLiteral(stripApostrophes(text), format) !== 'string';

export const formatTextCell = (text: string | null): string => {
  if (text === null) return '';
  return isFormulaLikeString(text) ? APOSTROPHE + text : text;
};

export const parseTextCell = (cell: string): string | null => {
  if (cell === '') return null;
  return cell.startsWith(APOSTROPHE) && isFormulaLikeString(cell.slice(1)) ? cell.slice(1) : cell;
};

export const formatValueCell = (value: CellValue | undefined): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return isAmbiguousValue(value, PLAIN_FORMAT) ? APOSTROPHE + value : value;
};

export const parseValueCell = (cell: string, format = PLAIN_FORMAT): CellValue | undefined => {
  if (cell === '') return undefined;
  if (cell.startsWith(APOSTROPHE) && isAmbiguousValue(cell.slice(1), format)) return cell.slice(1);
  return parseLiteral(cell, format);
};

/** Longer cells are always text: trying to convert a cell of 600,000 characters would take 4 ms. */
const MAX_LITERAL_LENGTH = 400;

const parseLiteral = (text: string, format: CellFormat): CellValue => {
  if (text.length > MAX_LITERAL_LENGTH) return text;
  // Spreadsheets write booleans in upper case.
  const lowerCaseText = text.toLowerCase();
  if (lowerCaseText === 'true' || lowerCaseText === 'false') return lowerCaseText === 'true';
  return parseNumberCell(text, format) ?? text;
};

const NUMBER_PATTERN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBER_WITH_COMMA_PATTERN = /^-?(?:0|[1-9]\d*),\d+$/;
/** A double can represent any decimal number with up to this many significant digits. */
const MAX_SAFE_DIGITS = 15;

/** Returns undefined for a number that would not survive conversion, such as 007. */
export const parseNumberCell = (text: string, { hasDecimalComma }: CellFormat): number | undefined => {
  const normalized = hasDecimalComma && NUMBER_WITH_COMMA_PATTERN.test(text) ? text.replace(',', '.') : text;
  // Normalises −0 to 0, as JSON does.
  const number = Number(normalized) + 0;
  if (!Number.isFinite(number)) return undefined;
  // Also accepts exponents, as exported files contain (1e+21).
  if (String(number) === normalized) return number;
  const digits = normalized.replaceAll(/[-.]/g, '').replace(/^0+/, '');
  return NUMBER_PATTERN.test(normalized) && digits.length <= MAX_SAFE_DIGITS ? number : undefined;
};
