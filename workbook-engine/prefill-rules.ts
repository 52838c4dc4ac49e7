import type { Choice, FieldType } from '#contract/workbook-definition.ts';
import { type Message, msg } from '#i18n/message.ts';
import type { Answer } from './answer.ts';
import type { PreparedField } from './index-fields.ts';
import { formatLocalDateAndTime, parseDate, parseDateTime, parseTime } from './iso-8601.ts';

/** The value of a task's custom property. */
export type CustomValue = string | number | boolean;

type PrefillRule = {
  expectedValue: Message;
  /** Returns an answer whose bounds have not been checked, or undefined if the value is unsuitable. */
  convert: (value: CustomValue, preparedField: PreparedField, timeZone: string) => Answer | undefined;
};

const text: PrefillRule = { expectedValue: msg`a string, a number or a boolean`, convert: String };

const convertDateOrTime =
  (parse: (text: string) => number | undefined, type: 'date' | 'time'): PrefillRule['convert'] =>
  (value, _prepared, timeZone) => {
    if (typeof value !== 'string') return undefined;
    const instant = parseDateTime(value);
    if (instant !== undefined) return formatLocalDateAndTime(instant, timeZone)[type];
    return parse(value) === undefined ? undefined : value;
  };

export const prefillRules: Partial<Record<FieldType, PrefillRule>> = {
  text,
  longText: text,
  integer: {
    expectedValue: msg`a whole number`,
    convert: (value) => (Number.isInteger(value) ? value : undefined),
  },
  decimal: {
    expectedValue: msg`a number`,
    convert: (value) => (typeof value === 'number' ? value : undefined),
  },
  boolean: {
    expectedValue: msg`true or false`,
    convert: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  date: {
    expectedValue: msg`an ISO 8601 date, or a date and time with a time zone`,
    convert: convertDateOrTime(parseDate, 'date'),
  },
  time: {
    expectedValue: msg`an ISO 8601 time, or a date and time with a time zone`,
    convert: convertDateOrTime(parseTime, 'time'),
  },
  dateTime: {
    expectedValue: msg`an ISO 8601 date and time with a time zone`,
    convert: (value) => (typeof value === 'string' && parseDateTime(value) !== undefined ? value : undefined),
  },
  singleChoice: {
    expectedValue: msg`the value or label of a choice`,
    convert: (value, preparedField) =>
      typeof value === 'boolean' ? undefined : findChoice(preparedField, String(value)),
  },
  multiChoice: {
    expectedValue: msg`values or labels of choices, separated by commas`,
    convert: (value, preparedField) =>
      typeof value === 'boolean' ? undefined : findChoices(preparedField, String(value)),
  },
  barcode: {
    expectedValue: msg`a string`,
    convert: (value) => (typeof value === 'string' ? value : undefined),
  },
};

/** Finds the choice with this value, falling back to the first with this label in any language. */
const findChoice = ({ field, choiceValues }: PreparedField, text: string): string | undefined => {
  if (choiceValues.has(text)) return text;
  return field.choices && indexValuesByLabel(field.choices).get(text);
};

/** Cached: a single property can list 2,000 labels, each one out of 5,000. */
const cachedIndexes = new WeakMap<readonly Choice[], ReadonlyMap<string, string>>();

const indexValuesByLabel = (choices: readonly Choice[]): ReadonlyMap<string, string> => {
  const cached = cachedIndexes.get(choices);
  if (cached) return cached;
  const values = new Map<string, string>();
  for (const { value, label = {} } of choices) {
    for (const text of typeof label === 'object' ? Object.values(label) : [label]) {
      if (!values.has(text)) values.set(text, value);
    }
  }
  cachedIndexes.set(choices, values);
  return values;
};

/** Parses comma-separated choices. A label that itself contains commas must be the only choice. */
const findChoices = (preparedField: PreparedField, text: string): string[] | undefined => {
  const onlyChoice = findChoice(preparedField, text);
  if (onlyChoice !== undefined) return [onlyChoice];
  const choices = new Set<string>();
  for (const part of text.split(',')) {
    const choice = findChoice(preparedField, part.trim());
    if (choice === undefined) return undefined;
    choices.add(choice);
  }
  return [...choices];
};
