import type { Field } from '#contract/workbook-definition.ts';
import { type Message, msg } from '#i18n/message.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { prepareField } from '#workbook-engine/index-fields.ts';
import { tokenize } from './expression-tokens.ts';

export type ParsedDefault =
  | { answer: unknown; message?: Message }
  | { expression: string }
  | { reason: Message };

/** The field must already have its bounds and choices. `values` maps the choices' names in the form to their values. */
export const parseDefault = (
  field: Field,
  text: string,
  values: ReadonlyMap<string, string>,
): ParsedDefault => {
  if (isDynamic(field, text)) return { expression: text };
  const { answer, message } = parseAnswer(field, text, values);
  const [issue] = checkAnswer(prepareField(field), answer).issues;
  if (issue !== undefined) return { reason: issue.message };
  return message === undefined ? { answer } : { answer, message };
};

/** A default that contains a function, a reference or an operator is an expression. */
export const isDynamic = ({ type }: Pick<Field, 'type'>, text: string): boolean => {
  const hasHyphens = type === 'date' || type === 'dateTime' || type === 'location';
  return tokenize(text).some(({ kind, text }, position, tokens) => {
    const next = tokens[position + 1];
    if (kind === 'call') return next?.text === '(';
    if (kind === 'name') return position > 0 && (text === 'div' || text === 'mod');
    // A hyphen before a number is not an operator: it is a minus sign or part of a phone number.
    if (text === '-') return !hasHyphens && next?.kind !== 'number';
    return kind === 'reference' || ['*', '+', '|'].includes(text);
  });
};

const parseAnswer = (
  { type }: Field,
  text: string,
  values: ReadonlyMap<string, string>,
): { answer: unknown; message?: Message } => {
  switch (type) {
    case 'integer':
    case 'decimal':
      return { answer: /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text };
    case 'boolean':
      return { answer: { true: true, false: false }[text.toLowerCase()] ?? text };
    case 'singleChoice':
      return { answer: values.get(text) ?? text };
    case 'multiChoice':
      return { answer: text.split(/\s+/).map((name) => values.get(name) ?? name) };
    case 'date':
      return { answer: /^\d{4}-\d{2}-\d{2}(?=T00:00|$)/.exec(text)?.[0] ?? text };
    case 'dateTime':
      return parseDateTime(text);
    case 'location':
      return { answer: parseLocation(text) };
    default:
      return { answer: text };
  }
};

/** Assumes UTC: spreadsheet cells have no time zone. */
const parseDateTime = (text: string): { answer: string; message?: Message } => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? [];
  if (day === undefined) return { answer: text };
  const answer = `${day}T${(time ?? '00:00').padEnd(8, ':00')}Z`;
  return { answer, message: msg`There is no time zone; UTC is assumed: ${answer}.` };
};

/** The altitude and the accuracy are optional. */
const parseLocation = (text: string): unknown => {
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
