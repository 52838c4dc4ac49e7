import i18next from 'i18next';

/** Translates a function's help. The English text is in the workbook engine. */
export const translateHelp = (name: string, english: string, language: string): string =>
  i18next.getResourceBundle(language, 'function-help')?.[name] ?? english;
