/** Returns whether PostgreSQL can store the text. It cannot store U+0000 or unpaired surrogates (decision W16). */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
