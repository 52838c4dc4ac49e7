import i18next from 'i18next';
import { LANGUAGES, type Language } from '#i18n/languages.ts';

/** This function is not in language.ts because that module requires a browser. */
export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? LANGUAGES[0];
