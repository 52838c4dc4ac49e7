import { formatIsoDate, startOfDay } from '#kit/days.ts';

// Parsers for URL search parameters. They return undefined for invalid values.

/** Also accepts numbers and booleans: the router converts values such as `?text=12`. */
export const parseText = (value: unknown, maxLength = 256): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '' || text.includes('\0')) return undefined;
  return text.trim().slice(0, maxLength);
};

export const parseBoolean = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;

export const parseOption = <const Option extends string>(
  value: unknown,
  options: readonly Option[],
): Option | undefined => options.find((option) => option === value);

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const parseUuid = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID_PATTERN.test(value) ? value : undefined;

/** Also accepts strings because saved views store numbers as strings. */
export const parsePositiveInteger = (value: unknown, max = 1e15 - 1): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= max
    ? number
    : undefined;
};

export const parseDay = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^(19|2\d)\d\d-\d\d-\d\d$/.test(value)) return undefined;
  // Rejects days such as 30 February.
  return formatIsoDate(startOfDay(value)) === value ? value : undefined;
};

/** A sort order is the name of a column, with a leading - for descending order. */
export const parseSort = (value: unknown, columns: readonly string[]): string | undefined =>
  typeof value === 'string' && columns.includes(value.replace(/^-/, '')) ? value : undefined;

export const withoutUndefined = <Search extends object>(search: Search): Partial<Search> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<Search>;
