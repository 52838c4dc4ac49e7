import { findSupportedLanguage, isLanguage, type Language } from '#i18n/languages.ts';
import { readStoredJson, readStoredText, storeJson, storeText } from './browser-storage.ts';
import { type Density, isDensity } from './density.ts';

// Preferences, which are stored in the browser because they depend on the device more than on the user. Both
// apps use the same language.

const LANGUAGE_KEY = 'ronda.language';

export const readLanguage = (): Language => {
  const stored = readStoredText('localStorage', LANGUAGE_KEY);
  return stored !== null && isLanguage(stored) ? stored : findSupportedLanguage(navigator.languages);
};

export const storeLanguage = (language: Language): void => storeText('localStorage', LANGUAGE_KEY, language);

export const readStored = <Value>(name: string, fallback: Value): Value =>
  (readStoredJson('localStorage', `ronda.${name}`) as Value | undefined) ?? fallback;

export const store = (name: string, value: unknown): void =>
  storeJson('localStorage', `ronda.${name}`, value);

export const readDensity = (): Density => {
  const stored = readStored<unknown>('density', 'roomy');
  return isDensity(stored) ? stored : 'roomy';
};
