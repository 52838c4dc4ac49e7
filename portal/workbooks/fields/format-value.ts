const MAX_LENGTH = 300;

type ValueLine = { text: string; tag?: string };

/** Formats a field property as lines. Localized text has one line per language. */
export const formatValue = (value: unknown, labels: { yes: string; no: string }): ValueLine[] => {
  if (value === undefined || value === null) return [];
  if (typeof value === 'boolean') return [{ text: value ? labels.yes : labels.no }];
  if (typeof value === 'string' || typeof value === 'number') return [{ text: truncate(String(value)) }];
  const entries = Array.isArray(value) ? [] : Object.entries(value);
  const isFlat =
    entries.length > 0 && entries.every(([, entry]) => ['string', 'number'].includes(typeof entry));
  return isFlat
    ? entries.map(([tag, entry]) => ({ tag, text: truncate(String(entry)) }))
    : [{ text: truncate(JSON.stringify(value)) }];
};

const truncate = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
