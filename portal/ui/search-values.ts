// Parsers for values of an address. Invalid values count as absent.

/** The router reads `?text=12` as a number, and people write such addresses by hand. */
export const textOf = (value: unknown, maxLength = 256): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '' || text.includes('\0')) return undefined;
  return text.trim().slice(0, maxLength);
};

export const flagOf = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;

export const oneOf = <const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === value);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const uuidOf = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined;

/** A sort order: the name of a column, with a leading - for descending. */
export const sortOf = (value: unknown, columns: readonly string[]): string | undefined =>
  typeof value === 'string' && columns.includes(value.replace(/^-/, '')) ? value : undefined;

/** Removes undefined members, so that an address contains only values that differ from the defaults. */
export const withoutUndefined = <Search extends object>(search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;
