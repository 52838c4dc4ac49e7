import { prefixedLiteral } from './literal-hints.ts';
import { quoted } from './odata-problems.ts';

// Hints for OData 4 and SQL syntax, with the OData 3 equivalent.

/** A date without quotes, with or without a prefix. */
export const BARE_DATE = /(datetimeoffset|datetime)?(\d{4}-\d\d-\d\d(?:T[\d:.]*(?:Z|[+-]\d\d:\d\d)?)?)/iy;
export const BARE_GUID = /(?:guid)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/iy;

export const hintForDate = ([, prefix = 'datetime', text]: RegExpExecArray): string =>
  `a date is written ${prefixedLiteral(prefix, text!)}`;
export const hintForGuid = ([, text]: RegExpExecArray): string =>
  `a Guid is written ${prefixedLiteral('guid', text!)}`;

/** Hint for an unknown prefix of quoted text. */
export const hintForPrefix = (prefix: string, text: string): string => {
  switch (prefix.toLowerCase()) {
    case 'duration':
      return `a duration is written ${prefixedLiteral('time', text)}`;
    case 'geography':
    case 'geometry':
      return 'geography and geometry are not supported';
    default:
      return `${quoted(prefix)} is not the prefix of a literal; known prefixes are datetime, datetimeoffset, time, guid, X and binary`;
  }
};

const OPERATORS: readonly [operator: string, hint: string][] = [
  ['"', 'put a text in single quotes'],
  ['==', 'equality is written eq'],
  ['=', 'equality is written eq'],
  ['!=', 'inequality is written ne'],
  ['<>', 'inequality is written ne'],
  ['!', 'negation is written not'],
  ['<=', 'less or equal is written le'],
  ['<', 'less is written lt'],
  ['>=', 'greater or equal is written ge'],
  ['>', 'greater is written gt'],
  ['&&', 'a conjunction is written and'],
  ['||', 'a disjunction is written or'],
  ['+', 'a sum is written add'],
  ['-', 'a difference is written sub'],
  ['*', 'a product is written mul'],
  ['/', 'a quotient is written div'],
  ['%', 'a remainder is written mod'],
  ['@', 'parameter aliases are not supported'],
  ['$', '$it and the like are not supported'],
  ['.', 'a number has a digit on both sides of its point, as in 0.5'],
];

/** Hint for an unexpected character. */
export const hintForSign = (rest: string): string => {
  const [, hint] = OPERATORS.find(([operator]) => rest.startsWith(operator)) ?? [];
  const character = String.fromCodePoint(rest.codePointAt(0)!);
  return `${quoted(character)} is not expected here${hint === undefined ? '' : `; ${hint}`}`;
};

const WORDS: Readonly<Record<string, string>> = {
  in: "in is of version 4; version 3 writes (State eq 'Active' or State eq 'Closed')",
  has: 'has is of version 4 and is not supported',
  divby: 'divby is of version 4; version 3 writes div',
};

/** Hint for a literal in place of an operator. */
export const OPERATOR_EXPECTED = 'an operator is expected here, such as eq, and, or';

/** Hint for a word in place of an operator. */
export const hintForOperator = (word: string): string => {
  const operator = OPERATOR_WORDS.find((known) => known === word.toLowerCase());
  if (operator !== undefined && operator !== word) return `operators are written in lower case: ${operator}`;
  return Object.hasOwn(WORDS, word)
    ? WORDS[word]!
    : `${OPERATOR_EXPECTED}; ${quoted(word)} is not an operator`;
};

export const OPERATOR_WORDS = 'or and eq ne lt le gt ge add sub mul div mod not asc desc in has'.split(' ');

/** Hints by lower-case name. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  contains: "contains is of version 4; version 3 writes substringof('part', Title), the part first",
  matchespattern: 'matchesPattern is of version 4; version 3 has substringof, startswith and endswith',
  now: "now is of version 4; version 3 writes the instant, as datetime'2026-11-21T08:00:00Z'",
  date: 'date is of version 4; version 3 has year, month and day',
  time: 'time is of version 4; version 3 has hour, minute and second',
  fractionalseconds: 'fractionalseconds is of version 4; version 3 has second',
  totaloffsetminutes: 'totaloffsetminutes is of version 4 and is not supported',
  totalseconds: 'totalseconds is of version 4 and is not supported',
  mindatetime: "mindatetime is of version 4; version 3 writes datetime'0001-01-01T00:00:00Z'",
  maxdatetime: "maxdatetime is of version 4; version 3 writes datetime'9999-12-31T23:59:59Z'",
  isof: 'isof is not supported: there are no derived types',
  cast: 'cast is not supported; numbers are promoted by themselves',
};

/** Hint for a function that OData 3 does not have, or that Ronda does not support. */
export const hintForFunction = (name: string): string | undefined => {
  const key = name.toLowerCase();
  if (key.startsWith('geo.')) return 'geography and geometry are not supported';
  return Object.hasOwn(FUNCTIONS, key) ? FUNCTIONS[key] : undefined;
};

/** Hint for options of OData 4, and unsupported options of OData 3. */
export const hintForOption = (name: string): string | undefined =>
  name === '$count' ? 'for a total use $inlinecount=allpages' : undefined;
