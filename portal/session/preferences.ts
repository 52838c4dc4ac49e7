import { type Density, isDensity } from '#kit/density.ts';
import { LANGUAGES, type Language } from '#kit/words.ts';

// What somebody chose for this browser: kept here, for it depends on the screen and not on the person.

const LANGUAGE = 'ronda.language';

export const readLanguage = (): Language => {
  const kept = read(LANGUAGE);
  if (kept !== null && kept in LANGUAGES) return kept as Language;
  return navigator.languages.some((language) => language.startsWith('nl')) &&
    !navigator.languages[0]?.startsWith('en')
    ? 'nl'
    : 'en';
};

export const keepLanguage = (language: Language): void => write(LANGUAGE, language);

/** A small value of a screen, such as the columns of a list or whether a panel is open. */
export const readKept = <Value>(name: string, otherwise: Value): Value => {
  try {
    const text = read(`ronda.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
};

export const keep = (name: string, value: unknown): void => write(`ronda.${name}`, JSON.stringify(value));

export const readDensity = (): Density => {
  const kept = readKept<unknown>('density', 'roomy');
  return isDensity(kept) ? kept : 'roomy';
};

// A browser may refuse to keep anything, or have no room left: then a choice lasts as long as the page.

const read = (place: string): string | null => {
  try {
    return localStorage.getItem(place);
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
