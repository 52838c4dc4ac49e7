import { findSupportedLanguage, isLanguage, type Language } from '#i18n/languages.ts';
import { readStoredJson, readStoredText, storeJson, storeText } from './browser-storage.ts';
import { type Density, isDensity } from './density.ts';

// Preferences are stored in the browser because they depend more on the device than on the user. Both apps share the
// language.

const LANGUAGE_KEY = 'ronda.language';

export const readLanguage = (): Language => {
  const language = readStoredText('localStorage', LANGUAGE_KEY);
  return language !== null && isLanguage(language) ? language : findSupportedLanguage(navigator.languages);
};

export const storeLanguage = (language: Language): void => storeText('localStorage', LANGUAGE_KEY, language);

export const readPreference = <Value>(name: string, fallback: Value): Value =>
  (readStoredJson('localStorage', `ronda.${name}`) as Value | undefined) ?? fallback;

export const storePreference = (name: string, value: unknown): void =>
  storeJson('localStorage', `ronda.${name}`, value);

export const readDensity = (): Density => {
  const density = readPreference<unknown>('density', 'roomy');
  return isDensity(density) ? density : 'roomy';
};
