import i18next from 'i18next';

/** Translates the description of a function. The English descriptions come from the workbook engine. */
export const translateHelp = (name: string, englishText: string, language: string): string =>
  i18next.getResourceBundle(language, 'function-help')?.[name] ?? englishText;
