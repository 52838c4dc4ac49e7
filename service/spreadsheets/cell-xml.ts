import { isFormulaLike } from './is-formula-like.ts';

/** Most UTF-16 units in a cell of Excel. */
export const CELL_LIMIT = 32_767;

/** Cell formats: their indexes in `cellXfs` of the styles (workbook-xml.ts). */
export const FORMATS = { plain: 0, text: 1, heading: 2, date: 3, time: 4, dateTime: 5 } as const;

/**
 * A text cell. Its type is text, so that it is never evaluated as a formula. If it looks like one, its format keeps it text
 * when a user edits the cell, as with a leading apostrophe.
 */
export const textCellXml = (reference: string, text: string, isHeading = false): string => {
  const format = isHeading ? FORMATS.heading : isFormulaLike(text) ? FORMATS.text : FORMATS.plain;
  return `<c r="${reference}"${formatXml(format)} t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;
};

/** A number cell. Dates and times are numbers of days, shown by the format. */
export const numberCellXml = (reference: string, number: number, format: number = FORMATS.plain): string =>
  `<c r="${reference}"${formatXml(format)}><v>${number}</v></c>`;

export const booleanCellXml = (reference: string, value: boolean): string =>
  `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;

const formatXml = (format: number) => (format === FORMATS.plain ? '' : ` s="${format}"`);

/** Escapes an attribute or text, without characters that XML cannot contain. */
export const xmlText = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark]!).replaceAll(NOT_XML, '');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about control characters
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about control characters
const UNUSUAL = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x[\da-f]{4}_/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about control characters
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;

/**
 * The text of a cell. Characters that XML cannot contain are written `_x0007_`; a text that already looks like that starts
 * with `_x005F_` (ECMA-376, ST_Xstring). Lines end with a line feed, as in Excel.
 */
const cellText = (text: string): string => {
  const shortened = text.length > CELL_LIMIT ? cutOff(text) : text;
  if (!UNUSUAL.test(shortened)) return shortened;
  return shortened
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      HIDDEN,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>]/g, (mark) => ENTITIES[mark]!);
};

/** Truncates a text to the length of a cell, ending with an ellipsis and never in the middle of a surrogate pair. */
const cutOff = (text: string): string => `${text.slice(0, CELL_LIMIT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
