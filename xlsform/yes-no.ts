const plain = (text: string) => text.trim().toLowerCase().replace(/\(\)$/, '');

/** Whether a cell says yes, in one of the ways in which forms do: `yes`, `TRUE`, `true()`. */
export const isYes = (text: string): boolean => ['yes', 'true'].includes(plain(text));

export const isNo = (text: string): boolean => ['no', 'false'].includes(plain(text));
