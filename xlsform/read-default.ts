import type { Field } from '#contract/workbook-definition.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { indexField } from '#workbook-engine/index-fields.ts';
import { readTokens, type Token } from './expression-tokens.ts';

/** What a default of XLSForm is: an answer, an expression that is worked out at the start, or nothing that suits. */
export type Default = { answer: unknown; told?: string } | { expression: string } | { why: string };

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
  const hasHyphens = ['date', 'time', 'dateTime', 'location'].includes(type);
  return readTokens(text).some((token, position, tokens) => {
    if (token.kind === 'call' || token.kind === 'reference') return true;
    return !(hasHyphens && token.text === '-') && isOperator(tokens, position);
  });
};

const isOperator = (tokens: readonly Token[], position: number): boolean => {
  const { kind, text } = tokens[position]!;
  if (kind === 'name') return position > 0 && (text === 'div' || text === 'mod');
  // A sign before a number is part of it.
  if (text === '-' && tokens[position + 1]?.kind === 'number')
    return tokens.slice(0, position).some(({ text }) => text.trim() !== '');
  return kind === 'other' && /^[*+|-]$/.test(text);
};

const readAnswer = (
  { type }: Field,
  text: string,
  values: ReadonlyMap<string, string>,
): { answer: unknown; told?: string } => {
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
const readMoment = (text: string): { answer: string; told?: string } => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? [];
  if (day === undefined) return { answer: text };
  const answer = `${day}T${(time ?? '00:00').padEnd(8, ':00')}Z`;
  return { answer, told: `No time zone is said; UTC is taken: ${answer}.` };
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
