import { countCharacters } from '#i18n/count-characters.ts';
import { invalidOption, quote } from './odata-problems.ts';
import { findHintForOption } from './version-4.ts';

/** See decision O1. */
export type QueryOptions = {
  filter: string | undefined;
  orderBy: string | undefined;
  select: string | undefined;
  top: number | undefined;
  skip: number;
  /** Counts all rows that match the filter, not only those on the page (decision O7). */
  shouldCountAll: boolean;
};

const KNOWN_OPTIONS = ['$filter', '$orderby', '$top', '$skip', '$inlinecount', '$select'];
/** Responses are always JSON, and the server never splits them into pages. */
const IGNORED_OPTIONS = ['$format', '$skiptoken'];

/** In characters (decision O12). */
const MAX_OPTION_LENGTH = 16_384;

/** A repeated option is passed as an array, and one with invalid UTF-8 as null. */
export const parseOptions = (query: Readonly<Record<string, unknown>>): QueryOptions => {
  const options = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (name.startsWith('$')) options.set(name, validateOption(name, value));
  }
  return {
    filter: readString(options, '$filter'),
    orderBy: readString(options, '$orderby'),
    select: readString(options, '$select'),
    top: readNumber(options, '$top'),
    skip: readNumber(options, '$skip') ?? 0,
    shouldCountAll: parseInlineCount(options.get('$inlinecount')),
  };
};

const validateOption = (name: string, value: unknown): string => {
  if (!KNOWN_OPTIONS.includes(name) && !IGNORED_OPTIONS.includes(name)) {
    const correctName = [...KNOWN_OPTIONS, ...IGNORED_OPTIONS].find((known) => known === name.toLowerCase());
    const hint = correctName === undefined ? findHintForOption(name) : `use ${correctName}`;
    throw invalidOption(
      `There is no option ${quote(name)}; ${hint ?? `the options are ${KNOWN_OPTIONS.join(', ')}`}.`,
    );
  }
  if (value === null) throw invalidOption(`The option ${name} is not percent-encoded UTF-8.`);
  if (typeof value !== 'string') throw invalidOption(`The option ${name} was sent more than once.`);
  const length = countCharacters(value);
  if (length > MAX_OPTION_LENGTH) {
    throw invalidOption(
      `The option ${name} has ${length} characters; at most ${MAX_OPTION_LENGTH} are allowed.`,
    );
  }
  if (value.includes('\0')) throw invalidOption(`The option ${name} contains the character U+0000.`);
  return value;
};

const readString = (options: ReadonlyMap<string, string>, name: string): string | undefined => {
  const value = options.get(name);
  if (value !== undefined && value.trim() === '') throw invalidOption(`The option ${name} is empty.`);
  return value;
};

const WHOLE_NUMBER_PATTERN = /^\d{1,10}$/;
const MAX_NUMBER = 2 ** 31 - 1;

const readNumber = (options: ReadonlyMap<string, string>, name: string): number | undefined => {
  const value = options.get(name);
  if (value === undefined) return undefined;
  if (WHOLE_NUMBER_PATTERN.test(value) && Number(value) <= MAX_NUMBER) return Number(value);
  throw invalidOption(
    `The option ${name} must be a whole number from 0 to ${MAX_NUMBER}, but is ${quote(value)}.`,
  );
};

const parseInlineCount = (value: string | undefined): boolean => {
  if (value === undefined || value === 'none') return false;
  if (value === 'allpages') return true;
  throw invalidOption(`The option $inlinecount must be allpages or none, but is ${quote(value)}.`);
};
