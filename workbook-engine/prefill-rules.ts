import type { Choice, FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Answer } from './answer.ts';
import type { PreparedField } from './index-fields.ts';
import { formatLocalDateAndTime, parseDate, parseDateTime, parseTime } from './iso-8601.ts';

/** The value of a task's custom property (see `Task` in the contract). */
export type CustomValue = string | number | boolean;

type PrefillRule = {
  expectedValue: Sentence;
  /** Converts a value to an answer. Returns undefined if the value is unsuitable. Bounds are checked later. */
  convert: (value: CustomValue, preparedField: PreparedField, timeZone: string) => Answer | undefined;
};

const text: PrefillRule = { expectedValue: sentence`a string, a number or a boolean`, convert: String };

/** Converts a date or time, or a timestamp in the team's time zone. */
const convertDateOrTime =
  (parse: (text: string) => number | undefined, part: 'date' | 'time'): PrefillRule['convert'] =>
  (value, _prepared, timeZone) => {
    if (typeof value !== 'string') return undefined;
    const instant = parseDateTime(value);
    if (instant !== undefined) return formatLocalDateAndTime(instant, timeZone)[part];
    return parse(value) === undefined ? undefined : value;
  };

/** Rules for the types of fields that custom properties can fill. */
export const prefillRules: Partial<Record<FieldType, PrefillRule>> = {
  text,
  longText: text,
  integer: {
    expectedValue: sentence`a whole number`,
    convert: (value) => (Number.isInteger(value) ? value : undefined),
  },
  decimal: {
    expectedValue: sentence`a number`,
    convert: (value) => (typeof value === 'number' ? value : undefined),
  },
  boolean: {
    expectedValue: sentence`true or false`,
    convert: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  date: {
    expectedValue: sentence`an ISO 8601 date, or a date and time with a time zone`,
    convert: convertDateOrTime(parseDate, 'date'),
  },
  time: {
    expectedValue: sentence`an ISO 8601 time, or a date and time with a time zone`,
    convert: convertDateOrTime(parseTime, 'time'),
  },
  dateTime: {
    expectedValue: sentence`an ISO 8601 date and time with a time zone`,
    convert: (value) => (typeof value === 'string' && parseDateTime(value) !== undefined ? value : undefined),
  },
  singleChoice: {
    expectedValue: sentence`the value or label of a choice`,
    convert: (value, preparedField) =>
      typeof value === 'boolean' ? undefined : findChoice(preparedField, String(value)),
  },
  multiChoice: {
    expectedValue: sentence`values or labels of choices, separated by commas`,
    convert: (value, preparedField) =>
      typeof value === 'boolean' ? undefined : findChoices(preparedField, String(value)),
  },
  barcode: {
    expectedValue: sentence`a string`,
    convert: (value) => (typeof value === 'string' ? value : undefined),
  },
};

/** Finds the choice with this value. If there is none, finds the first choice with this label in any language. */
const findChoice = ({ field, choiceValues }: PreparedField, text: string): string | undefined => {
  if (choiceValues.has(text)) return text;
  return field.choices && indexValuesByLabel(field.choices).get(text);
};

/** Indexes are cached, because a single property can list 2,000 labels, each of which is one of 5,000. */
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

/**
 * Parses choices separated by commas, leaving out duplicates. Returns undefined if any part is not a choice.
 * A label may itself contain commas, but then it must be the only choice.
 */
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
