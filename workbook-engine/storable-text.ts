/** Whether PostgreSQL can store the text: it rejects U+0000 and unpaired surrogates (decision W16). */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
