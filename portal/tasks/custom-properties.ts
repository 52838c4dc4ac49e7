type Value = string | number | boolean;

/** `type` is the original type, because 5 and "5" are different (decision W12). */
export type Property = { key: string; name: string; text: string; type: 'string' | 'number' | 'boolean' };

export const toPropertyInputs = (customProperties: Readonly<Record<string, Value>>): Property[] =>
  Object.entries(customProperties).map(([name, value]) => ({
    key: name,
    name,
    text: String(value),
    type: typeof value as Property['type'],
  }));

/** A value keeps its type if the input fits the type. New values are text. */
export const toCustomProperties = (properties: readonly Property[]): Record<string, Value> =>
  Object.fromEntries(
    properties
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, text, type }) => [name.trim(), parseValue(text, type)]),
  );

const parseValue = (text: string, type: Property['type']): Value => {
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};
