/** Splits a search into words. An object matches if it contains all of them. */
export const splitIntoWords = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** LIKE patterns for the words of a search, all of which must match; null without words. */
export const buildSearchPatterns = (text: string | undefined): string[] | null => {
  const words = splitIntoWords(text);
  return words.length === 0 ? null : words.map(containsPattern);
};

/** A LIKE pattern that matches strings containing the word. */
export const containsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
