import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#i18n/languages.ts';
import type { Messages } from '#i18n/translator.ts';
import { setPreferredLocales } from './locale.ts';

/** Loaders for the message files, by path (`<language>/<namespace>.json`), as returned by `import.meta.glob`. */
export type MessageFiles = Readonly<Record<string, () => Promise<Messages>>>;

const PATH_PATTERN = /(\w+)\/([\w-]+)\.json$/;

let files: MessageFiles = {};

/** Initialises i18next with a single language. Rejects if its messages cannot be loaded. */
export const startLanguage = async (language: Language, messageFiles: MessageFiles): Promise<void> => {
  files = messageFiles;
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
  await loadMessages(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
};

const loadMessages = async (language: Language): Promise<void> => {
  const pendingLoads = Object.entries(files).map(async ([path, load]) => {
    const [, fileLanguage, namespace] = PATH_PATTERN.exec(path)!;
    if (fileLanguage === language) i18next.addResourceBundle(language, namespace!, await load());
  });
  await Promise.all(pendingLoads);
};
