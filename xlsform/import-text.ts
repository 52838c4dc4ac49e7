import type { LocalizedText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import type { NameResolver } from './assign-names.ts';
import type { FormLanguages } from './form-languages.ts';
import type { FormReport } from './form-report.ts';
import type { FormNode } from './read-survey.ts';
import { consumeAll, createRowLocation, type TableRow } from './read-table.ts';
import { rewriteText } from './rewrite-expression.ts';

export type ImportContext = { report: FormReport; names: NameResolver; languages: FormLanguages };

/** Returns a single string if no heading has a language. */
export const importText = (
  row: TableRow,
  column: string,
  { report, names, languages }: ImportContext,
  contextNode: FormNode | undefined,
): LocalizedText | undefined => {
  const cells = consumeAll(row, column);
  const translations = new Map<string, string>();
  for (const { heading, text } of cells) {
    const location = { ...createRowLocation(row), column: heading.title };
    const rewrittenText = rewriteText(text, {
      names,
      contextNode,
      report: (code, message) => report.add(location, code, message),
    });
    if (cells.length === 1 && heading.language === undefined) return rewrittenText;
    const tag =
      heading.language === undefined
        ? languages.resolveDefaultTag(location)
        : languages.resolveTag(heading.language, location);
    if (tag === undefined) {
      const message = msg`A text may have at most ${workbookLimits.languages} languages.`;
      report.add(location, 'too-many', message);
    } else if (translations.has(tag)) {
      report.add(location, 'column-duplicate', msg`There is already a text in this language (${tag}).`);
    } else translations.set(tag, rewrittenText);
  }
  return translations.size === 0 ? undefined : Object.fromEntries(translations);
};

const SEPARATOR = '\n\n';

export const joinTexts = (
  first: LocalizedText | undefined,
  second: LocalizedText | undefined,
): LocalizedText | undefined => {
  if (first === undefined || second === undefined) return first ?? second;
  if (typeof first === 'string' && typeof second === 'string') return first + SEPARATOR + second;
  const languages = new Set(
    [first, second].flatMap((text) => (typeof text === 'string' ? [] : Object.keys(text))),
  );
  return Object.fromEntries(
    [...languages].map((language) => {
      const texts = [first, second].map((text) => (typeof text === 'string' ? text : text[language]));
      return [language, texts.filter((text) => text !== undefined).join(SEPARATOR)];
    }),
  );
};

export const isLonger = (text: LocalizedText, max: number): boolean =>
  typeof text === 'string'
    ? text.length > max
    : Object.values(text).some((translation) => translation.length > max);

/** Truncates text at a space and adds an ellipsis. */
export const truncateText = (text: LocalizedText, max: number): LocalizedText => {
  if (typeof text === 'string') return truncate(text, max);
  return Object.fromEntries(
    Object.entries(text).map(([language, translation]) => [language, truncate(translation, max)]),
  );
};

const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1);
  // Languages such as Chinese do not use spaces. Text without spaces must not be cut within a surrogate pair.
  const shortened = /\s/.test(start) ? start.replace(/\s+\S*$/, '') : start.replace(/[\uD800-\uDBFF]$/, '');
  // Drops a reference that was cut in half.
  return `${shortened.replace(/\$\{[^{}]*$/, '')}…`;
};
