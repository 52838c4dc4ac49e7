export const splitIntoWords = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** All patterns must match. Returns null if there are no words. */
export const buildSearchPatterns = (text: string | undefined): string[] | null => {
  const words = splitIntoWords(text);
  return words.length === 0 ? null : words.map(buildContainsPattern);
};

export const buildContainsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Indexes contain sequences of three letters or digits, so they find a shorter word only at the start of a word. */
export const isShortWord = (word: string): boolean =>
  /^[\p{L}\p{N}]/u.test(word) && !/[\p{L}\p{N}]{3}/u.test(word);

/** A regular expression. Lists the characters before words, because indexes cannot evaluate a class of characters. */
export const buildWordStartPattern = (word: string): string =>
  `(^|[ \t\n\r/.,:;_+&#"'()-])${word.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')}`;
