/** Splits a search into words. An object matches if it contains all of them. */
export const splitIntoWords = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** A LIKE pattern that matches strings containing the word. */
export const containsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
