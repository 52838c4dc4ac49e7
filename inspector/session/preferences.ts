import { findSupportedLanguage, isLanguage, type Language } from '#i18n/languages.ts';

// Shared with the portal in the same browser.
const LANGUAGE = 'ronda.language';

/** Returns the selected language or, if there is none, the browser's first supported language. */
export const readLanguage = (): Language => {
  const stored = readStored();
  return stored !== null && isLanguage(stored) ? stored : findSupportedLanguage(navigator.languages);
};

/** Returns null if the browser blocks storage. */
const readStored = (): string | null => {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
};

export const saveLanguage = (language: Language): void => localStorage.setItem(LANGUAGE, language);

const INSTALL_DECLINED = 'ronda.inspector.install-declined';

export const wasInstallDeclined = (): boolean => localStorage.getItem(INSTALL_DECLINED) !== null;
export const saveInstallDeclined = (): void => localStorage.setItem(INSTALL_DECLINED, 'yes');
