import { aType, commonType, type EdmType } from './edm.ts';
import { QUOTED_FORMS, readNumber, WORDS } from './literals.ts';

// How a value is written that was written otherwise. Nothing is offered that would be refused itself.

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

/** What is longer is not repeated. */
const LONGEST = 60;

/** A text behind a prefix: the given one if it can be read there, else an example. */
export const prefixed = (prefix: string, text: string): string => {
  const { read, example } = QUOTED_FORMS[prefix.toLowerCase()]!;
  return text.length <= LONGEST && read(text) ? `${prefix}'${text}'` : example;
};

/** A literal, as it was written, where a value of another type is meant. */
export const hintForLiteral = (written: string, wanted: EdmType): string => {
  const text = /'(.*)'$/s.exec(written)?.[1] ?? written;
  if (text.length <= LONGEST && isReadBare(text, wanted)) return `write it without quotes: ${text}`;
  return `${aType(wanted)} is written ${spelled(text, wanted)}`;
};

const isReadBare = (text: string, wanted: EdmType): boolean => {
  const literal = Object.hasOwn(WORDS, text) ? WORDS[text]! : readNumber(text);
  return !('fault' in literal) && commonType(literal.type, wanted) !== undefined;
};

const spelled = (text: string, wanted: EdmType): string => {
  const prefix = PREFIXES[wanted];
  if (prefix !== undefined) return prefixed(prefix, text);
  return wanted === 'String' && text.length <= LONGEST ? `'${text}'` : EXAMPLES[wanted]!;
};

/** A name that is none: a value in another letter case, such as `True` or `NULL`. */
export const hintForName = (name: string): string | undefined => {
  const value = Object.keys(WORDS).find((word) => word.toLowerCase() === name.toLowerCase());
  return value && `this value is written ${value}`;
};
