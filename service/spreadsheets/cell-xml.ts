import { isFormulaLike } from './is-formula-like.ts';

/** UTF-16 units that a cell of Excel holds. */
export const CELL_LIMIT = 32_767;

/** Cell formats: their places in `cellXfs` of the styles (workbook-xml.ts). */
export const FORMATS = { plain: 0, text: 1, heading: 2, date: 3, time: 4, dateTime: 5 } as const;

/**
 * A text in a cell. It is no formula whatever it looks like, for its cell says that it is text; and what looks like one
 * has a format by which it stays text when somebody edits it, as with an apostrophe typed before it.
 */
export const textCellXml = (reference: string, text: string, isHeading = false): string => {
  const format = isHeading ? FORMATS.heading : isFormulaLike(text) ? FORMATS.text : FORMATS.plain;
  return `<c r="${reference}"${formatXml(format)} t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;
};

/** A number, or a moment as the number of days that it is in Excel, shown by its format. */
export const numberCellXml = (reference: string, number: number, format: number = FORMATS.plain): string =>
  `<c r="${reference}"${formatXml(format)}><v>${number}</v></c>`;

export const booleanCellXml = (reference: string, value: boolean): string =>
  `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;

const formatXml = (format: number) => (format === FORMATS.plain ? '' : ` s="${format}"`);

/** As an attribute or a text; without what XML cannot say at all. */
export const xmlText = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark]!).replaceAll(NOT_XML, '');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const UNUSUAL = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x[\da-f]{4}_/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;

/**
 * The text of a cell: characters that XML cannot say are written `_x0007_`, and what already looks like that begins with
 * `_x005F_` (ECMA-376, ST_Xstring). A line ends with a line feed, as in Excel itself.
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

/** As much as a cell holds, the last character telling that there is more. Half of a pair is left out. */
const cutOff = (text: string): string => `${text.slice(0, CELL_LIMIT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
