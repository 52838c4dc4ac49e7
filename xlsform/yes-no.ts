import type { Choice } from '#contract/workbook-definition.ts';

const normalize = (text: string) => text.trim().toLowerCase().replace(/\(\)$/, '');

/** Returns whether a cell means yes, as in `yes`, `TRUE` or `true()`. */
export const isYes = (text: string): boolean => ['yes', 'true'].includes(normalize(text));

export const isNo = (text: string): boolean => ['no', 'false'].includes(normalize(text));

const labels: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  de: ['Ja', 'Nein'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  fr: ['Oui', 'Non'],
  nl: ['Ja', 'Nee'],
};

/** Creates the choices that represent a boolean in XLSForm, with labels in the form's languages. */
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
