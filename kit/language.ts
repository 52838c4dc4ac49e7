import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '#i18n/languages.ts';
import type { Texts } from '#i18n/texts.ts';
import { setPreferredLocales } from './locale.ts';

/** The loaders of text files, by path (`<language>/<namespace>.json`), as returned by `import.meta.glob`. */
export type TextFiles = Readonly<Record<string, () => Promise<Texts>>>;

const PATH = /(\w+)\/([\w-]+)\.json$/;

let files: TextFiles = {};

/** Initialises i18next with one language. Rejects if its texts cannot be loaded. */
export const startLanguage = async (language: Language, textFiles: TextFiles): Promise<void> => {
  files = textFiles;
  setPreferredLocales(navigator.languages);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await changeLanguage(language);
};

export const changeLanguage = async (language: Language): Promise<void> => {
  await loadTexts(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
};

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? LANGUAGES[0];

const loadTexts = async (language: Language): Promise<void> => {
  const loading = Object.entries(files).map(async ([path, load]) => {
    const [, fileLanguage, namespace] = PATH.exec(path)!;
    if (fileLanguage === language) i18next.addResourceBundle(language, namespace!, await load());
  });
  await Promise.all(loading);
};
