/*
 * How texts and values are written to the cells of a CSV file, so that an import restores exactly what was exported
 *
 * A cell contains only text. Spreadsheets run text that begins with = + - @ as a formula, so a formula in a title would run
 * on the computer of another user. And from `1934` alone it is not clear whether the value was a number. So an ambiguous
 * text gets an apostrophe in front, which spreadsheets know as the sign of a text. A text that would be ambiguous without
 * its leading apostrophes gets one more, so that there is always exactly one to remove. Other texts are written unchanged:
 * the apostrophe of 's-Gravenhage belongs to the name.
 */

import { isFormulaLike } from '#service/spreadsheets/is-formula-like.ts';

/** The types of an attribute of an item. */
export type CellValue = string | number | boolean;

/** The number format of a file: with semicolons between cells, numbers have a decimal comma. */
export type CellStyle = { hasDecimalComma: boolean };

const PLAIN_STYLE: CellStyle = { hasDecimalComma: false };

const GUARD = "'";

const unguarded = (text: string) => {
  // A pattern would take 800 ms for a cell of 8 MB.
  let start = 0;
  while (text[start] === GUARD) start++;
  return text.slice(start);
};

/** Whether a text needs an apostrophe in front; ignores the apostrophes that it has. */
const isFormulaLikeText = (text: string): boolean => {
  const bare = unguarded(text);
  return bare === '' || isFormulaLike(bare);
};

const isMistakableValue = (text: string, style: CellStyle): boolean =>
  isFormulaLikeText(text) || typeof literal(unguarded(text), style) !== 'string';

/** A text as a cell; null as the empty cell. */
export const textCell = (text: string | null): string => {
  if (text === null) return '';
  return isFormulaLikeText(text) ? GUARD + text : text;
};

/** The text in a cell; null if it is empty. */
export const readTextCell = (cell: string): string | null => {
  if (cell === '') return null;
  return cell.startsWith(GUARD) && isFormulaLikeText(cell.slice(1)) ? cell.slice(1) : cell;
};

/** An attribute as a cell; undefined as the empty cell. */
export const valueCell = (value: CellValue | undefined): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return isMistakableValue(value, PLAIN_STYLE) ? GUARD + value : value;
};

/** The attribute in a cell; undefined if it is empty. */
export const readValueCell = (cell: string, style = PLAIN_STYLE): CellValue | undefined => {
  if (cell === '') return undefined;
  if (cell.startsWith(GUARD) && isMistakableValue(cell.slice(1), style)) return cell.slice(1);
  return literal(cell, style);
};

const literal = (text: string, style: CellStyle): CellValue => {
  // Spreadsheets write booleans in capitals.
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  return readNumberCell(text, style) ?? text;
};

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBER_WITH_COMMA = /^-?(?:0|[1-9]\d*),\d+$/;
/** Any number with so many digits fits into a double without a change. */
const SAFE_DIGITS = 15;

/**
 * The number in a cell; undefined if there is none, or if converting it would change it: 007, or more digits than a double
 * has.
 */
export const readNumberCell = (text: string, { hasDecimalComma }: CellStyle): number | undefined => {
  const written = hasDecimalComma && NUMBER_WITH_COMMA.test(text) ? text.replace(',', '.') : text;
  // −0 becomes 0, as in JSON.
  const number = Number(written) + 0;
  if (!Number.isFinite(number)) return undefined;
  // The notation that this service writes, such as 1e+21.
  if (String(number) === written) return number;
  const digits = written.replaceAll(/[-.]/g, '').replace(/^0+/, '');
  return NUMBER.test(written) && digits.length <= SAFE_DIGITS ? number : undefined;
};
