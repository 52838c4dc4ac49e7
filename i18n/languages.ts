import languages from './languages.json' with { type: 'json' };

/** A supported language. Each has an entry in `languages.json` and a folder in every `messages` folder. */
export type Language = keyof typeof languages;

/** The supported languages. The first one, English, is the default. */
export const LANGUAGES = Object.keys(languages) as [Language, ...Language[]];

/** Returns a language's own name for itself, such as Deutsch. */
export const getLanguageName = (language: Language): string => languages[language].name;

export const getLocale = (language: Language): string => languages[language].locale;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/** Returns the first supported language, such as nl for nl-BE, falling back to English. */
export const findSupportedLanguage = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-', 1)[0]!.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
