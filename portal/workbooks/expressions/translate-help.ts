import i18next from 'i18next';

export const translateHelp = (name: string, englishText: string, language: string): string =>
  i18next.getResourceBundle(language, 'function-help')?.[name] ?? englishText;
