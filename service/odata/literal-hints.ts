import { addArticle, type EdmType, findCommonType } from './edm.ts';
import { parseNumber, QUOTED_FORMS, WORDS } from './literals.ts';

// Every suggestion is a valid literal.

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

const MAX_LITERAL_LENGTH = 60;

export const formatPrefixedLiteral = (prefix: string, text: string): string => {
  const { parse, example } = QUOTED_FORMS[prefix.toLowerCase()]!;
  return text.length <= MAX_LITERAL_LENGTH && parse(text) ? `${prefix}'${text}'` : example;
};

export const formatHintForLiteral = (source: string, expected: EdmType): string => {
  const quote = source.indexOf("'");
  const isQuoted = quote >= 0 && quote < source.length - 1 && source.endsWith("'");
  const text = isQuoted ? source.slice(quote + 1, -1) : source;
  if (text.length <= MAX_LITERAL_LENGTH && isValidUnquoted(text, expected))
    return `write it without quotes: ${text}`;
  return `write ${addArticle(expected)} as ${formatLiteral(text, expected)}`;
};

const isValidUnquoted = (text: string, expected: EdmType): boolean => {
  const literal = Object.hasOwn(WORDS, text) ? WORDS[text]! : parseNumber(text);
  return !('error' in literal) && findCommonType(literal.type, expected) !== undefined;
};

const formatLiteral = (text: string, expected: EdmType): string => {
  const prefix = PREFIXES[expected];
  if (prefix !== undefined) return formatPrefixedLiteral(prefix, text);
  return expected === 'String' && text.length <= MAX_LITERAL_LENGTH ? `'${text}'` : EXAMPLES[expected]!;
};

/** For names in the wrong case, such as `True` or `NULL`. */
export const findHintForName = (name: string): string | undefined => {
  const value = Object.keys(WORDS).find((word) => word.toLowerCase() === name.toLowerCase());
  return value && `did you mean ${value}?`;
};
