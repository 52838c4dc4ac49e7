import type { LocalText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#i18n/sentence.ts';
import type { Names } from './assign-names.ts';
import type { FormLanguages } from './form-languages.ts';
import type { FormReport } from './form-report.ts';
import type { FormNode } from './read-survey.ts';
import { consumeAll, rowLocation, type TableRow } from './read-table.ts';
import { rewriteText } from './rewrite-expression.ts';

/** Context for converting rows to fields. */
export type ImportContext = { report: FormReport; names: Names; languages: FormLanguages };

/** Imports a translated column: one text if no heading has a language, otherwise one per language. */
export const importText = (
  row: TableRow,
  column: string,
  { report, names, languages }: ImportContext,
  from: FormNode | undefined,
): LocalText | undefined => {
  const cells = consumeAll(row, column);
  const texts = new Map<string, string>();
  for (const { heading, text } of cells) {
    const location = { ...rowLocation(row), column: heading.title };
    const rewritten = rewriteText(text, {
      names,
      from,
      report: (code, message) => report.add(location, code, message),
    });
    if (cells.length === 1 && heading.language === undefined) return rewritten;
    const tag =
      heading.language === undefined
        ? languages.unnamed(location)
        : languages.tagOf(heading.language, location);
    if (tag === undefined) {
      report.add(
        location,
        'too-many',
        sentence`A text may have at most ${workbookLimits.languages} languages.`,
      );
    } else if (texts.has(tag)) {
      report.add(location, 'column-duplicate', sentence`There is already a text in this language (${tag}).`);
    } else texts.set(tag, rewritten);
  }
  return texts.size === 0 ? undefined : Object.fromEntries(texts);
};

const SEPARATOR = '\n\n';

/** Joins the translations of each language. */
export const joinTexts = (
  first: LocalText | undefined,
  second: LocalText | undefined,
): LocalText | undefined => {
  if (first === undefined || second === undefined) return first ?? second;
  if (typeof first === 'string' && typeof second === 'string') return first + SEPARATOR + second;
  const languages = new Set(
    [first, second].flatMap((text) => (typeof text === 'string' ? [] : Object.keys(text))),
  );
  return Object.fromEntries(
    [...languages].map((language) => {
      const parts = [textIn(first, language), textIn(second, language)];
      return [language, parts.filter((part) => part !== undefined).join(SEPARATOR)];
    }),
  );
};

const textIn = (text: LocalText, language: string) => (typeof text === 'string' ? text : text[language]);

export const isLonger = (text: LocalText, max: number): boolean =>
  typeof text === 'string'
    ? text.length > max
    : Object.values(text).some((translation) => translation.length > max);

/** Truncates text at a space, and adds an ellipsis. */
export const cutText = (text: LocalText, max: number): LocalText => {
  if (typeof text !== 'string')
    return Object.fromEntries(
      Object.entries(text).map(([language, translation]) => [language, cut(translation, max)]),
    );
  return cut(text, max);
};

const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1);
  // Languages such as Chinese have no spaces; do not split a surrogate pair.
  const shortened = /\s/.test(start) ? start.replace(/\s+\S*$/, '') : start.replace(/[\uD800-\uDBFF]$/, '');
  // Remove an incomplete reference.
  return `${shortened.replace(/\$\{[^{}]*$/, '')}…`;
};
