import { countCharacters } from '#i18n/count-characters.ts';
import { optionNotValid, quoted } from './odata-problems.ts';
import { hintForOption } from './version-4.ts';

/** The options of a query, as sent (decision O1). */
export type QueryOptions = {
  filter: string | undefined;
  orderBy: string | undefined;
  select: string | undefined;
  /** Maximum number of rows to return. */
  top: number | undefined;
  /** Rows to skip. */
  skip: number;
  /** `$inlinecount=allpages`: count all rows that match the filter, not only those of the page (decision O7). */
  countsAll: boolean;
};

const KNOWN = ['$filter', '$orderby', '$top', '$skip', '$inlinecount', '$select'];
/** Accepted without effect: the response is always JSON, and the server does not split pages. */
const IGNORED = ['$format', '$skiptoken'];

/** Maximum number of characters of an option (decision O12). */
const MAX_LENGTH = 16_384;

/**
 * Parses the options of a decoded query string, in which a repeated name has a list of values, and invalid UTF-8 is null. Names
 * without `$` are not options. Rejects options that are unknown, repeated, empty, too long, not text, or not numbers.
 */
export const parseOptions = (query: Readonly<Record<string, unknown>>): QueryOptions => {
  const options = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith('$')) continue;
    options.set(name, validOption(name, value));
  }
  return {
    filter: textOf(options, '$filter'),
    orderBy: textOf(options, '$orderby'),
    select: textOf(options, '$select'),
    top: numberOf(options, '$top'),
    skip: numberOf(options, '$skip') ?? 0,
    countsAll: parseInlineCount(options.get('$inlinecount')),
  };
};

const validOption = (name: string, value: unknown): string => {
  if (!KNOWN.includes(name) && !IGNORED.includes(name)) {
    const correctName = [...KNOWN, ...IGNORED].find((known) => known === name.toLowerCase());
    const hint = correctName === undefined ? hintForOption(name) : `it is written ${correctName}`;
    throw optionNotValid(`There is no option ${quoted(name)}; ${hint ?? `there are ${KNOWN.join(', ')}`}.`);
  }
  if (value === null) throw optionNotValid(`The option ${name} is not UTF-8, percent-encoded.`);
  if (typeof value !== 'string') throw optionNotValid(`The option ${name} is given twice.`);
  const length = countCharacters(value);
  if (length > MAX_LENGTH) {
    throw optionNotValid(`The option ${name} has ${length} characters; at most ${MAX_LENGTH} are allowed.`);
  }
  if (value.includes('\0')) throw optionNotValid(`The option ${name} contains the character U+0000.`);
  return value;
};

const textOf = (options: ReadonlyMap<string, string>, name: string): string | undefined => {
  const value = options.get(name);
  if (value !== undefined && value.trim() === '') throw optionNotValid(`The option ${name} is empty.`);
  return value;
};

const WHOLE_NUMBER = /^\d{1,10}$/;
const MAX_NUMBER = 2 ** 31 - 1;

const numberOf = (options: ReadonlyMap<string, string>, name: string): number | undefined => {
  const value = options.get(name);
  if (value === undefined) return undefined;
  if (WHOLE_NUMBER.test(value) && Number(value) <= MAX_NUMBER) return Number(value);
  throw optionNotValid(
    `The option ${name} must be a whole number from 0 to ${MAX_NUMBER}; ${quoted(value)} was given.`,
  );
};

const parseInlineCount = (value: string | undefined): boolean => {
  if (value === undefined || value === 'none') return false;
  if (value === 'allpages') return true;
  throw optionNotValid(`The option $inlinecount must be allpages or none; ${quoted(value)} was given.`);
};
