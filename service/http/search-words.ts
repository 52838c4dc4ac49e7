export const splitIntoWords = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Returns LIKE patterns for the words of a search, all of which must match, or null if there are no words. */
export const buildSearchPatterns = (text: string | undefined): string[] | null => {
  const words = splitIntoWords(text);
  return words.length === 0 ? null : words.map(buildContainsPattern);
};

export const buildContainsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
