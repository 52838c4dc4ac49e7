/** Whether PostgreSQL can store the text: it contains no U+0000 and no unpaired surrogate (decision W16). */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
