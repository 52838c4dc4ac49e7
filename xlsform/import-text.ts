import type { LocalText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Names } from './assign-names.ts';
import type { FormLanguages } from './form-languages.ts';
import type { FormReport } from './form-report.ts';
import type { FormNode } from './read-survey.ts';
import { consumeAll, type TableRow } from './read-table.ts';
import { rewriteText } from './rewrite-expression.ts';

/** Context for converting rows to fields. */
export type Reading = { report: FormReport; names: Names; languages: FormLanguages };

/** Reads a translated column: one text if no heading has a language, else one per language. */
export const importText = (
  row: TableRow,
  column: string,
  { report, names, languages }: Reading,
  from: FormNode | undefined,
): LocalText | undefined => {
  const cells = consumeAll(row, column);
  const texts = new Map<string, string>();
  for (const { heading, text } of cells) {
    const place = { sheet: row.sheet, row: row.number, column: heading.title };
    const tell = (code: 'reference-unknown' | 'path-rewritten', message: Sentence) =>
      report.add(place, code, message);
    const rewritten = rewriteText(text, { names, from, report: tell });
    if (cells.length === 1 && heading.language === undefined) return rewritten;
    const tag =
      heading.language === undefined ? languages.unnamed(place) : languages.tagOf(heading.language, place);
    if (tag === undefined) {
      report.add(place, 'too-many', sentence`A text may have at most ${workbookLimits.languages} languages.`);
    } else if (texts.has(tag)) {
      report.add(place, 'column-duplicate', sentence`There is already a text in this language (${tag}).`);
    } else texts.set(tag, rewritten);
  }
  return texts.size === 0 ? undefined : Object.fromEntries(texts);
};

const BETWEEN = '\n\n';

/** Joins two texts in each language. */
export const joinTexts = (
  upper: LocalText | undefined,
  lower: LocalText | undefined,
): LocalText | undefined => {
  if (upper === undefined || lower === undefined) return upper ?? lower;
  if (typeof upper === 'string' && typeof lower === 'string') return upper + BETWEEN + lower;
  const languages = new Set(
    [upper, lower].flatMap((text) => (typeof text === 'string' ? [] : Object.keys(text))),
  );
  return Object.fromEntries(
    [...languages].map((language) => {
      const parts = [textIn(upper, language), textIn(lower, language)];
      return [language, parts.filter((part) => part !== undefined).join(BETWEEN)];
    }),
  );
};

const textIn = (text: LocalText, language: string) => (typeof text === 'string' ? text : text[language]);

export const isLonger = (text: LocalText, max: number): boolean =>
  typeof text === 'string' ? text.length > max : Object.values(text).some((each) => each.length > max);

/** Shortens a text at a space and adds an ellipsis. */
export const cutText = (text: LocalText, max: number): LocalText => {
  if (typeof text !== 'string')
    return Object.fromEntries(Object.entries(text).map(([language, each]) => [language, cut(each, max)]));
  return cut(text, max);
};

const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const beginning = text.slice(0, max - 1);
  // Chinese has no spaces; do not split a surrogate pair.
  const whole = /\s/.test(beginning)
    ? beginning.replace(/\s+\S*$/, '')
    : beginning.replace(/[\uD800-\uDBFF]$/, '');
  // Remove an incomplete reference.
  return `${whole.replace(/\$\{[^{}]*$/, '')}…`;
};
