import i18next from 'i18next';

/** Translates the help of a function. English help is in the workbook engine. */
export const translateHelp = (name: string, english: string, language: string): string =>
  i18next.getResourceBundle(language, 'function-help')?.[name] ?? english;
