import languages from './languages.json' with { type: 'json' };

/** A language that Ronda has texts in: each has a line in `languages.json` and a file or folder in every `messages` folder. */
export type Language = keyof typeof languages;

/** English is the first one. It is the default. */
export const LANGUAGES = Object.keys(languages) as [Language, ...Language[]];

/** The name of a language in that language. */
export const nameOfLanguage = (language: Language): string => languages[language].name;

/** Determines the format of dates and numbers where only a language is known. */
export const localeOf = (language: Language): string => languages[language].locale;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/** Returns the first language tag that Ronda has texts for, such as nl for nl-BE, otherwise English. */
export const languageFor = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-', 1)[0]!.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
