import { countCharacters } from './count-characters.ts';
import { optionNotValid, quoted } from './odata-problems.ts';
import { hintForOption } from './version-4.ts';

/** The options of a query, as sent (decision O1). */
export type QueryOptions = {
  filter: string | undefined;
  orderBy: string | undefined;
  select: string | undefined;
  /** Most rows to return. */
  top: number | undefined;
  /** Rows to skip. */
  skip: number;
  /** `$inlinecount=allpages`: count all rows that match the filter, not only those of the page (decision O7). */
  countsAll: boolean;
};

const KNOWN = ['$filter', '$orderby', '$top', '$skip', '$inlinecount', '$select'];
/** Accepted without effect: the response is always JSON, and the server does not split pages. */
const IGNORED = ['$format', '$skiptoken'];

/** Most characters of one option: 16 KiB, or more bytes if not all are ASCII (decision O12). */
const MAX_LENGTH = 16_384;

/**
 * Reads the options from a decoded query string, in which a repeated name has all its values and invalid UTF-8 is null.
 * Names without `$` are not options. Rejects options that are unknown, repeated, empty, too long, not text, or not
 * numbers.
 */
export const readOptions = (query: Readonly<Record<string, unknown>>): QueryOptions => {
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith('$')) continue;
    given.set(name, validOption(name, value));
  }
  return {
    filter: textOf(given, '$filter'),
    orderBy: textOf(given, '$orderby'),
    select: textOf(given, '$select'),
    top: numberOf(given, '$top'),
    skip: numberOf(given, '$skip') ?? 0,
    countsAll: readInlineCount(given.get('$inlinecount')),
  };
};

const validOption = (name: string, value: unknown): string => {
  if (!KNOWN.includes(name) && !IGNORED.includes(name)) {
    const spelled = [...KNOWN, ...IGNORED].find((known) => known === name.toLowerCase());
    const hint = spelled === undefined ? hintForOption(name) : `it is written ${spelled}`;
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

const textOf = (given: ReadonlyMap<string, string>, name: string): string | undefined => {
  const value = given.get(name);
  if (value !== undefined && value.trim() === '') throw optionNotValid(`The option ${name} is empty.`);
  return value;
};

const WHOLE_NUMBER = /^\d{1,10}$/;
const LARGEST = 2 ** 31 - 1;

const numberOf = (given: ReadonlyMap<string, string>, name: string): number | undefined => {
  const value = given.get(name);
  if (value === undefined) return undefined;
  if (WHOLE_NUMBER.test(value) && Number(value) <= LARGEST) return Number(value);
  throw optionNotValid(
    `The option ${name} must be a whole number from 0 to ${LARGEST}; ${quoted(value)} was given.`,
  );
};

const readInlineCount = (value: string | undefined): boolean => {
  if (value === undefined || value === 'none') return false;
  if (value === 'allpages') return true;
  throw optionNotValid(`The option $inlinecount must be allpages or none; ${quoted(value)} was given.`);
};
