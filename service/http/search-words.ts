export const splitIntoWords = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** All patterns must match. Returns null if there are no words. */
export const buildSearchPatterns = (text: string | undefined): string[] | null => {
  const words = splitIntoWords(text);
  return words.length === 0 ? null : words.map(buildContainsPattern);
};

export const buildContainsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
