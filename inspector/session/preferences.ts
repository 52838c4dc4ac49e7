import { LANGUAGES, type Language } from '#kit/words.ts';

// The same places as the portal's: who uses both in one browser chooses once.
const LANGUAGE = 'ronda.language';

/** The language that was chosen, else the browser's, else English. */
export const readLanguage = (): Language => {
  const kept = readKept();
  if (kept !== null && kept in LANGUAGES) return kept as Language;
  return navigator.language.startsWith('nl') ? 'nl' : 'en';
};

/** Where a browser keeps nothing, that is told in the browser's language. */
const readKept = (): string | null => {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
};

export const keepLanguage = (language: Language): void => localStorage.setItem(LANGUAGE, language);

const INSTALL_DECLINED = 'ronda.inspector.install-declined';

export const wasInstallDeclined = (): boolean => localStorage.getItem(INSTALL_DECLINED) !== null;
export const keepInstallDeclined = (): void => localStorage.setItem(INSTALL_DECLINED, 'yes');
