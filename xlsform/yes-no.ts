import type { Choice } from '#contract/workbook-definition.ts';
import { consume, peek, type TableRow } from './read-table.ts';

const normalize = (text: string) => text.trim().toLowerCase().replace(/\(\)$/, '');

/** Accepts, for example, `yes`, `TRUE` or `true()`. */
export const isYes = (text: string): boolean => ['yes', 'true'].includes(normalize(text));

export const isNo = (text: string): boolean => ['no', 'false'].includes(normalize(text));

/** Marks the cell as imported only if it means yes or no. */
export const consumeYesNo = (row: TableRow, column: string): boolean | undefined => {
  const text = peek(row, column) ?? '';
  if (!isYes(text) && !isNo(text)) return undefined;
  consume(row, column);
  return isYes(text);
};

const labels: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  de: ['Ja', 'Nein'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  fr: ['Oui', 'Non'],
  nl: ['Ja', 'Nee'],
};

export const createYesNoChoices = (languages: readonly string[]): Choice[] =>
  ['true', 'false'].map((value, index) => {
    const pickLabel = (language: string) =>
      (labels[language.split('-')[0]!.toLowerCase()] ?? labels.en!)[index]!;
    const label =
      languages.length === 0
        ? pickLabel('en')
        : Object.fromEntries(languages.map((tag) => [tag, pickLabel(tag)]));
    return { value, label };
  });
