import type { LocalText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { FormLanguages } from './form-languages.ts';
import type { FormReport } from './form-report.ts';
import type { Names } from './give-names.ts';
import type { FormNode } from './read-survey.ts';
import { type TableRow, takeAll } from './read-table.ts';
import { rewriteText } from './rewrite-expression.ts';

/** What is known of the form while its rows become fields. */
export type Reading = { report: FormReport; names: Names; languages: FormLanguages };

/** The texts of a translated column: one for all where no language is named, else one per language. */
export const takeText = (
  row: TableRow,
  column: string,
  { report, names, languages }: Reading,
  from: FormNode | undefined,
): LocalText | undefined => {
  const cells = takeAll(row, column);
  const texts = new Map<string, string>();
  for (const { heading, text } of cells) {
    const place = { sheet: row.sheet, row: row.number, column: heading.title };
    const tell = (code: 'reference-unknown' | 'path-rewritten', message: Sentence) =>
      report.tell(place, code, message);
    const rewritten = rewriteText(text, { names, from, tell });
    if (cells.length === 1 && heading.language === undefined) return rewritten;
    const tag =
      heading.language === undefined ? languages.unnamed(place) : languages.tagOf(heading.language, place);
    if (tag === undefined) {
      report.tell(place, 'too-many', sentence`A text may have ${workbookLimits.languages} languages.`);
    } else if (texts.has(tag)) {
      report.tell(place, 'column-refused', sentence`There is a text in this language (${tag}) already.`);
    } else texts.set(tag, rewritten);
  }
  return texts.size === 0 ? undefined : Object.fromEntries(texts);
};

const BETWEEN = '\n\n';

/** One text below the other, language by language. */
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

export const isLonger = (text: LocalText, most: number): boolean =>
  typeof text === 'string' ? text.length > most : Object.values(text).some((each) => each.length > most);

/** The beginning of a text that is too long, up to a blank, and an ellipsis. */
export const cutText = (text: LocalText, most: number): LocalText => {
  if (typeof text !== 'string')
    return Object.fromEntries(Object.entries(text).map(([language, each]) => [language, cut(each, most)]));
  return cut(text, most);
};

const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most - 1);
  // Chinese has no blanks to cut at, and half a character is none.
  const whole = /\s/.test(beginning)
    ? beginning.replace(/\s+\S*$/, '')
    : beginning.replace(/[\uD800-\uDBFF]$/, '');
  // Nor does half a reference refer to anything.
  return `${whole.replace(/\$\{[^{}]*$/, '')}…`;
};
