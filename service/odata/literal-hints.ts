import { aType, commonType, type EdmType } from './edm.ts';
import { QUOTED_FORMS, readNumber, WORDS } from './literals.ts';

// Hints for literals in a wrong form. A suggestion is always a valid literal.

const PREFIXES: Partial<Record<EdmType, string>> = {
  DateTime: 'datetime',
  DateTimeOffset: 'datetimeoffset',
  Time: 'time',
  Guid: 'guid',
  Binary: 'binary',
};

const EXAMPLES: Partial<Record<EdmType, string>> = {
  Boolean: 'true or false',
  Int32: '12',
  Int64: '12L',
  Single: '0.5f',
  Double: '0.5',
  Decimal: '0.5m',
  String: "'text'",
};

/** Longer texts are not repeated in a hint. */
const MAX_LENGTH = 60;

/** A prefixed literal: with the given text if it is valid, otherwise an example. */
export const prefixed = (prefix: string, text: string): string => {
  const { read, example } = QUOTED_FORMS[prefix.toLowerCase()]!;
  return text.length <= MAX_LENGTH && read(text) ? `${prefix}'${text}'` : example;
};

/** Hint for a literal, as written, that should be of another type. */
export const hintForLiteral = (written: string, wanted: EdmType): string => {
  const quote = written.indexOf("'");
  const isQuoted = quote >= 0 && quote < written.length - 1 && written.endsWith("'");
  const text = isQuoted ? written.slice(quote + 1, -1) : written;
  if (text.length <= MAX_LENGTH && isReadBare(text, wanted)) return `write it without quotes: ${text}`;
  return `${aType(wanted)} is written ${spelled(text, wanted)}`;
};

const isReadBare = (text: string, wanted: EdmType): boolean => {
  const literal = Object.hasOwn(WORDS, text) ? WORDS[text]! : readNumber(text);
  return !('error' in literal) && commonType(literal.type, wanted) !== undefined;
};

const spelled = (text: string, wanted: EdmType): string => {
  const prefix = PREFIXES[wanted];
  if (prefix !== undefined) return prefixed(prefix, text);
  return wanted === 'String' && text.length <= MAX_LENGTH ? `'${text}'` : EXAMPLES[wanted]!;
};

/** Hint for an unknown name that is a value in another letter case, such as `True` or `NULL`. */
export const hintForName = (name: string): string | undefined => {
  const value = Object.keys(WORDS).find((word) => word.toLowerCase() === name.toLowerCase());
  return value && `this value is written ${value}`;
};
