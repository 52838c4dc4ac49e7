/** Longer values are truncated. */
const MAX_SHOWN_CHARACTERS = 300;

export type ValueLine = { text: string; tag?: string };

/** Formats the value of a field property as lines, one for each language of a text. */
export const formatValue = (value: unknown, words: { yes: string; no: string }): ValueLine[] => {
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

const shortened = (text: string) =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
