import { formatPrefixedLiteral } from './literal-hints.ts';
import { quote } from './odata-problems.ts';

// Hints for users who write OData 4 or SQL syntax.

export const UNQUOTED_DATE = /(datetimeoffset|datetime)?(\d{4}-\d\d-\d\d(?:T[\d:.]*(?:Z|[+-]\d\d:\d\d)?)?)/iy;
export const UNQUOTED_GUID = /(?:guid)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/iy;

export const formatHintForDate = ([, prefix = 'datetime', text]: RegExpExecArray): string =>
  `write dates as ${formatPrefixedLiteral(prefix, text!)}`;
export const formatHintForGuid = ([, text]: RegExpExecArray): string =>
  `write Guids as ${formatPrefixedLiteral('guid', text!)}`;

export const formatHintForPrefix = (prefix: string, text: string): string => {
  switch (prefix.toLowerCase()) {
    case 'duration':
      return `write durations as ${formatPrefixedLiteral('time', text)}`;
    case 'geography':
    case 'geometry':
      return 'geography and geometry are not supported';
    default:
      return `unknown prefix ${quote(prefix)}; use datetime, datetimeoffset, time, guid, X or binary`;
  }
};

const OPERATORS: readonly [operator: string, hint: string][] = [
  ['"', 'put strings in single quotes'],
  ['==', 'use eq for equal'],
  ['=', 'use eq for equal'],
  ['!=', 'use ne for not equal'],
  ['<>', 'use ne for not equal'],
  ['!', 'use not to negate'],
  ['<=', 'use le for less than or equal'],
  ['<', 'use lt for less than'],
  ['>=', 'use ge for greater than or equal'],
  ['>', 'use gt for greater than'],
  ['&&', 'use and'],
  ['||', 'use or'],
  ['+', 'use add to add'],
  ['-', 'use sub to subtract'],
  ['*', 'use mul to multiply'],
  ['/', 'use div to divide'],
  ['%', 'use mod for the remainder'],
  ['@', 'parameter aliases are not supported'],
  ['$', '$it and similar names are not supported'],
  ['.', 'write a digit before and after the decimal point, as in 0.5'],
];

export const formatHintForSymbol = (rest: string): string => {
  const [, hint] = OPERATORS.find(([operator]) => rest.startsWith(operator)) ?? [];
  const character = String.fromCodePoint(rest.codePointAt(0)!);
  return `unexpected ${quote(character)}${hint === undefined ? '' : `; ${hint}`}`;
};

const WORDS: Readonly<Record<string, string>> = {
  in: "'in' requires OData version 4. In version 3, use (State eq 'Active' or State eq 'Closed')",
  has: "'has' requires OData version 4, which is not supported",
  divby: "'divby' requires OData version 4. In version 3, use div",
};

export const OPERATOR_EXPECTED = 'expected an operator, such as eq, and, or';

export const formatHintForOperator = (word: string): string => {
  const operator = OPERATOR_WORDS.find((known) => known === word.toLowerCase());
  if (operator !== undefined && operator !== word) return `write operators in lower case: ${operator}`;
  return Object.hasOwn(WORDS, word)
    ? WORDS[word]!
    : `${OPERATOR_EXPECTED}; ${quote(word)} is not an operator`;
};

export const OPERATOR_WORDS = 'or and eq ne lt le gt ge add sub mul div mod not asc desc in has'.split(' ');

/** Keyed by lower-case function name. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  contains:
    "contains requires OData version 4. In version 3, use substringof('part', Title), with the part first",
  matchespattern:
    'matchesPattern requires OData version 4. In version 3, use substringof, startswith or endswith',
  now: "now requires OData version 4. In version 3, send the time, such as datetime'2026-11-21T08:00:00Z'",
  date: 'date requires OData version 4. In version 3, use year, month and day',
  time: 'time requires OData version 4. In version 3, use hour, minute and second',
  fractionalseconds: 'fractionalseconds requires OData version 4. In version 3, use second',
  totaloffsetminutes: 'totaloffsetminutes requires OData version 4, which is not supported',
  totalseconds: 'totalseconds requires OData version 4, which is not supported',
  mindatetime: "mindatetime requires OData version 4. In version 3, use datetime'0001-01-01T00:00:00Z'",
  maxdatetime: "maxdatetime requires OData version 4. In version 3, use datetime'9999-12-31T23:59:59Z'",
  isof: 'isof is not supported, because there are no derived types',
  cast: 'cast is not supported; numbers are converted automatically',
};

export const findHintForFunction = (name: string): string | undefined => {
  const key = name.toLowerCase();
  if (key.startsWith('geo.')) return 'geography and geometry are not supported';
  return Object.hasOwn(FUNCTIONS, key) ? FUNCTIONS[key] : undefined;
};

export const findHintForOption = (name: string): string | undefined =>
  name === '$count' ? 'use $inlinecount=allpages for the total' : undefined;
