type Value = string | number | boolean;

/** A custom property as it stands in a form. `type`: what it was, for 5 and "5" are different values (decision W12). */
export type Property = { key: string; name: string; text: string; type: 'string' | 'number' | 'boolean' };

export const propertiesOf = (custom: Readonly<Record<string, Value>>): Property[] =>
  Object.entries(custom).map(([name, value]) => ({
    key: name,
    name,
    text: String(value),
    type: typeof value as Property['type'],
  }));

/** What the form says. A value keeps its type as long as what is typed is still of it; a new one is a text. */
export const customOf = (properties: readonly Property[]): Record<string, Value> =>
  Object.fromEntries(
    properties
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, text, type }) => [name.trim(), readValue(text, type)]),
  );

const readValue = (text: string, type: Property['type']): Value => {
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};
