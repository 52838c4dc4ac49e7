/** The words of a search. An object matches if it contains all of them. */
export const splitIntoWords = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** A LIKE pattern for strings that contain the word. */
export const containsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
