import i18next from 'i18next';
import { LANGUAGES, type Language } from '#i18n/languages.ts';

/** Not in language.ts, which requires a browser. */
export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? LANGUAGES[0];
