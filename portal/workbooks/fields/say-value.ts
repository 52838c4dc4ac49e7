/** Characters of a value that are shown: more is told by its beginning. */
const MOST_SHOWN = 300;

export type SaidValue = { text: string; tag?: string };

/** The value of a member as lines for people, such as a text of each language; yes and no are the reader's words. */
export const sayValue = (value: unknown, words: { yes: string; no: string }): SaidValue[] => {
  if (value === undefined || value === null) return [];
  if (typeof value === 'boolean') return [{ text: value ? words.yes : words.no }];
  if (typeof value === 'string' || typeof value === 'number') return [{ text: shortened(String(value)) }];
  const entries = Array.isArray(value) ? [] : Object.entries(value);
  const isFlat =
    entries.length > 0 && entries.every(([, each]) => ['string', 'number'].includes(typeof each));
  return isFlat
    ? entries.map(([tag, each]) => ({ tag, text: shortened(String(each)) }))
    : [{ text: shortened(JSON.stringify(value)) }];
};

const shortened = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
