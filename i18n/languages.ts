import languages from './languages.json' with { type: 'json' };

/** A supported language. Each has an entry in `languages.json` and a folder in every `messages` folder. */
export type Language = keyof typeof languages;

/** The first language, English, is the default. */
export const LANGUAGES = Object.keys(languages) as [Language, ...Language[]];

/** A language's name in that language. */
export const getLanguageName = (language: Language): string => languages[language].name;

/** A language's locale for dates and numbers. */
export const getLocale = (language: Language): string => languages[language].locale;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/** Returns the first supported language, such as nl for nl-BE, or English if there is none. */
export const findSupportedLanguage = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-', 1)[0]!.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
