import type { Field } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { indexField } from '#workbook-engine/index-fields.ts';
import { readTokens } from './expression-tokens.ts';

/** What a default of XLSForm is: an answer, an expression that is worked out at the start, or nothing that suits. */
export type Default = { answer: unknown; told?: Sentence } | { expression: string } | { why: Sentence };

/**
 * Reads the text of a default for a field that has its bounds and choices already. `values` are the choices' values by
 * the names that the form gives them.
 */
export const readDefault = (field: Field, text: string, values: ReadonlyMap<string, string>): Default => {
  if (isDynamic(field, text)) return { expression: text };
  const { answer, told } = readAnswer(field, text, values);
  const [fault] = checkAnswer(indexField(field), answer).faults;
  if (fault !== undefined) return { why: fault.message };
  return told === undefined ? { answer } : { answer, told };
};

/** XLSForm has one column for both: with a function, a reference or an operator it is an expression. */
export const isDynamic = ({ type }: Pick<Field, 'type'>, text: string): boolean => {
  const hasHyphens = type === 'date' || type === 'dateTime' || type === 'location';
  return readTokens(text).some(({ kind, text }, position, tokens) => {
    const next = tokens[position + 1];
    if (kind === 'call') return next?.text === '(';
    if (kind === 'name') return position > 0 && (text === 'div' || text === 'mod');
    // A hyphen right before a number is its sign, or one in a telephone number.
    if (text === '-') return !hasHyphens && next?.kind !== 'number';
    return kind === 'reference' || ['*', '+', '|'].includes(text);
  });
};

const readAnswer = (
  { type }: Field,
  text: string,
  values: ReadonlyMap<string, string>,
): { answer: unknown; told?: Sentence } => {
  switch (type) {
    case 'integer':
    case 'decimal':
      return { answer: /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text };
    case 'boolean':
      return { answer: { true: true, false: false }[text.toLowerCase()] ?? text };
    case 'singleChoice':
      return { answer: values.get(text) ?? text };
    case 'multiChoice':
      return { answer: text.split(/\s+/).map((name) => values.get(name) ?? name) };
    case 'date':
      return { answer: /^\d{4}-\d{2}-\d{2}(?=T00:00|$)/.exec(text)?.[0] ?? text };
    case 'dateTime':
      return readMoment(text);
    case 'location':
      return { answer: readLocation(text) };
    default:
      return { answer: text };
  }
};

/** A cell of a spreadsheet has no time zone. */
const readMoment = (text: string): { answer: string; told?: Sentence } => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? [];
  if (day === undefined) return { answer: text };
  const answer = `${day}T${(time ?? '00:00').padEnd(8, ':00')}Z`;
  return { answer, told: sentence`No time zone is said; UTC is taken: ${answer}.` };
};

/** `latitude longitude altitude accuracy`, the last two as one likes. */
const readLocation = (text: string): unknown => {
  const parts = text.trim().split(/[\s,]+/);
  const numbers = parts.map(Number);
  if (parts.length < 2 || parts.length > 4 || numbers.some(Number.isNaN)) return text;
  const [latitude, longitude, altitude, accuracy] = numbers;
  return {
    latitude,
    longitude,
    ...(altitude !== undefined && { altitude }),
    ...(accuracy !== undefined && { accuracy }),
  };
};
