import { isLanguage, type Language, languageFor } from '#i18n/languages.ts';
import { type Density, isDensity } from '#kit/density.ts';

// Preferences of this browser, stored locally because they depend on the screen and not on the person.

const LANGUAGE = 'ronda.language';

/** Returns the selected language, otherwise the first one of the browser that Ronda has. */
export const readLanguage = (): Language => {
  const stored = read(LANGUAGE);
  return stored !== null && isLanguage(stored) ? stored : languageFor(navigator.languages);
};

export const storeLanguage = (language: Language): void => write(LANGUAGE, language);

/** A small value of a screen, such as the columns of a list or whether a panel is open. */
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
  const kept = readStored<unknown>('density', 'roomy');
  return isDensity(kept) ? kept : 'roomy';
};

// Browser storage may be blocked or full: then a preference lasts as long as the page.

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (place: string, text: string): void => {
  try {
    localStorage.setItem(place, text);
  } catch {
    // Full, or forbidden.
  }
};
