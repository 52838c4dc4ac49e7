/** Whether PostgreSQL can hold the text: no U+0000, and no half of a surrogate pair (decision W16). */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
