import type { Choice } from '#contract/workbook-definition.ts';

const plain = (text: string) => text.trim().toLowerCase().replace(/\(\)$/, '');

/** Whether a cell means yes: `yes`, `TRUE`, `true()`. */
export const isYes = (text: string): boolean => ['yes', 'true'].includes(plain(text));

export const isNo = (text: string): boolean => ['no', 'false'].includes(plain(text));

const words: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  de: ['Ja', 'Nein'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  fr: ['Oui', 'Non'],
  nl: ['Ja', 'Nee'],
};

/** The choices that represent a boolean in XLSForm, in the languages of the form. */
export const yesNoChoices = (languages: readonly string[]): Choice[] =>
  ['true', 'false'].map((value, which) => {
    const wordIn = (language: string) => (words[language.split('-')[0]!.toLowerCase()] ?? words.en!)[which]!;
    const label =
      languages.length === 0 ? wordIn('en') : Object.fromEntries(languages.map((tag) => [tag, wordIn(tag)]));
    return { value, label };
  });
