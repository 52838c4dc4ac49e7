/** 'é' may be one character or two, and both must count as the same title. */
export const normalizeTitle = (title: string): string => title.normalize('NFC');
