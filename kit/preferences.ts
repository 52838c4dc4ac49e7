import { findSupportedLanguage, isLanguage, type Language } from '#i18n/languages.ts';
import { type Density, isDensity } from './density.ts';

// Preferences are stored in the browser, because they depend on the device more than on the user. Both apps use the same
// language.

const LANGUAGE_KEY = 'ronda.language';

/** The selected language. By default, the first of the browser's languages that Ronda supports. */
export const readLanguage = (): Language => {
  const stored = read(LANGUAGE_KEY);
  return stored !== null && isLanguage(stored) ? stored : findSupportedLanguage(navigator.languages);
};

export const storeLanguage = (language: Language): void => write(LANGUAGE_KEY, language);

/** A stored value, such as the columns of a list. */
export const readStored = <Value>(name: string, fallback: Value): Value => {
  try {
    const text = read(`ronda.${name}`);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
};

export const store = (name: string, value: unknown): void => write(`ronda.${name}`, JSON.stringify(value));

export const readDensity = (): Density => {
  const stored = readStored<unknown>('density', 'roomy');
  return isDensity(stored) ? stored : 'roomy';
};

// If storage is blocked or full, preferences last only as long as the page.

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full.
  }
};
