/*
 * How texts and values stand in the cells of a CSV file, so that what was exported comes back as it was
 *
 * A cell is text and nothing else. Spreadsheets run what begins with = + - @ as a formula, and whoever wrote it into a
 * title runs it on somebody else's machine. And of `1934` nobody knows whether it was a number. So an apostrophe, which
 * spreadsheets know as the sign of a text, is put before a text that would be taken for something else; and before one
 * that has apostrophes there already, so that there is always exactly one to take away. Other texts stand as they are:
 * the apostrophe of 's-Gravenhage belongs to it.
 */

import { isFormulaLike } from '#service/spreadsheets/is-formula-like.ts';

/** What an attribute of an item may be. */
export type CellValue = string | number | boolean;

/** How a file writes numbers: with semicolons between cells, a comma is the decimal sign. */
export type CellStyle = { hasDecimalComma: boolean };

const PLAIN_STYLE: CellStyle = { hasDecimalComma: false };

const GUARD = "'";

const unguarded = (text: string) => text.replace(/^'+/, '');

/** Whether a text needs its apostrophe; the apostrophes that it has are not looked at. */
const isMistakable = (text: string): boolean => {
  const bare = unguarded(text);
  return bare === '' || isFormulaLike(bare);
};

const isMistakableValue = (text: string, style: CellStyle): boolean =>
  isMistakable(text) || typeof literal(unguarded(text), style) !== 'string';

/** A text as a cell; null is the empty cell. */
export const textCell = (text: string | null): string => {
  if (text === null) return '';
  return isMistakable(text) ? GUARD + text : text;
};

/** The text that a cell holds; null when it is empty. */
export const readTextCell = (cell: string): string | null => {
  if (cell === '') return null;
  return cell.startsWith(GUARD) && isMistakable(cell.slice(1)) ? cell.slice(1) : cell;
};

/** An attribute as a cell; undefined is the empty cell. */
export const valueCell = (value: CellValue | undefined): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return isMistakableValue(value, PLAIN_STYLE) ? GUARD + value : value;
};

/** The attribute that a cell holds; undefined when it is empty. */
export const readValueCell = (cell: string, style = PLAIN_STYLE): CellValue | undefined => {
  if (cell === '') return undefined;
  if (cell.startsWith(GUARD) && isMistakableValue(cell.slice(1), style)) return cell.slice(1);
  return literal(cell, style);
};

const literal = (text: string, style: CellStyle): CellValue => {
  // Spreadsheets write them in capitals.
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  return readNumberCell(text, style) ?? text;
};

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBER_WITH_COMMA = /^-?(?:0|[1-9]\d*),\d+$/;
/** A double keeps so many digits whatever the number. */
const SAFE_DIGITS = 15;

/**
 * The number that a cell holds; undefined when it holds none, or one that would be changed by being a number: 007, or
 * more digits than a number has.
 */
export const readNumberCell = (text: string, { hasDecimalComma }: CellStyle): number | undefined => {
  const written = hasDecimalComma && NUMBER_WITH_COMMA.test(text) ? text.replace(',', '.') : text;
  // −0 becomes 0, as in JSON.
  const number = Number(written) + 0;
  if (!Number.isFinite(number)) return undefined;
  // As this service writes it, such as 1e+21.
  if (String(number) === written) return number;
  const digits = written.replaceAll(/[-.]/g, '').replace(/^0+/, '');
  return NUMBER.test(written) && digits.length <= SAFE_DIGITS ? number : undefined;
};
