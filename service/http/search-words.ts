/** The words of a search text; an object is found when it contains all of them. */
export const wordsOf = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');
