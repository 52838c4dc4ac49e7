import { isFormulaLike } from './is-formula-like.ts';

/** The maximum length of a cell in Excel, in UTF-16 code units. */
export const MAX_CELL_LENGTH = 32_767;

/** Indexes in `cellXfs` (workbook-xml.ts). */
export const FORMATS = { plain: 0, text: 1, heading: 2, date: 3, time: 4, dateTime: 5 } as const;

/** Formula-like text gets a format that keeps it text when edited, as a leading apostrophe would. */
export const formatTextCell = (reference: string, text: string, isHeading = false): string => {
  const format = isHeading ? FORMATS.heading : isFormulaLike(text) ? FORMATS.text : FORMATS.plain;
  return `<c r="${reference}"${formatStyleAttribute(format)} t="inlineStr"><is><t xml:space="preserve">${escapeCellText(text)}</t></is></c>`;
};

export const formatNumberCell = (reference: string, number: number, format: number = FORMATS.plain): string =>
  `<c r="${reference}"${formatStyleAttribute(format)}><v>${number}</v></c>`;

export const formatBooleanCell = (reference: string, value: boolean): string =>
  `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;

const formatStyleAttribute = (format: number) => (format === FORMATS.plain ? '' : ` s="${format}"`);

export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!).replaceAll(INVALID_XML_PATTERN, '');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const INVALID_XML_PATTERN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const ESCAPING_PATTERN = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x[\da-f]{4}_/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const HEX_ESCAPE_PATTERN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;

/** Replaces characters that XML does not allow with escapes such as `_x0007_` (ECMA-376, ST_Xstring). */
const escapeCellText = (text: string): string => {
  const truncated = text.length > MAX_CELL_LENGTH ? truncate(text) : text;
  if (!ESCAPING_PATTERN.test(truncated)) return truncated;
  return truncated
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      HEX_ESCAPE_PATTERN,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character]!);
};

/** Does not split a surrogate pair. */
const truncate = (text: string): string =>
  `${text.slice(0, MAX_CELL_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
