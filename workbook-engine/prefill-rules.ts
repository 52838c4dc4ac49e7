import type { Choice, FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Answer } from './answer.ts';
import type { PreparedField } from './index-fields.ts';
import { formatLocalDateAndTime, parseDate, parseDateTime, parseTime } from './iso-8601.ts';

/** The value of a task's custom property (see `Task` in the contract). */
export type CustomValue = string | number | boolean;

type PrefillRule = {
  accepts: Sentence;
  /** The value as an answer, or undefined if it is unsuitable. Bounds are checked later. */
  convert: (value: CustomValue, prepared: PreparedField, timeZone: string) => Answer | undefined;
};

const text: PrefillRule = { accepts: sentence`a string, a number or a boolean`, convert: String };

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
    accepts: sentence`a whole number`,
    convert: (value) => (Number.isInteger(value) ? value : undefined),
  },
  decimal: {
    accepts: sentence`a number`,
    convert: (value) => (typeof value === 'number' ? value : undefined),
  },
  boolean: {
    accepts: sentence`true or false`,
    convert: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  date: {
    accepts: sentence`an ISO 8601 date, or a date and time with a time zone`,
    convert: convertDateOrTime(parseDate, 'date'),
  },
  time: {
    accepts: sentence`an ISO 8601 time, or a date and time with a time zone`,
    convert: convertDateOrTime(parseTime, 'time'),
  },
  dateTime: {
    accepts: sentence`an ISO 8601 date and time with a time zone`,
    convert: (value) => (typeof value === 'string' && parseDateTime(value) !== undefined ? value : undefined),
  },
  singleChoice: {
    accepts: sentence`the value or label of a choice`,
    convert: (value, prepared) =>
      typeof value === 'boolean' ? undefined : findChoice(prepared, String(value)),
  },
  multiChoice: {
    accepts: sentence`values or labels of choices, separated by commas`,
    convert: (value, prepared) =>
      typeof value === 'boolean' ? undefined : findChoices(prepared, String(value)),
  },
  barcode: {
    accepts: sentence`a string`,
    convert: (value) => (typeof value === 'string' ? value : undefined),
  },
};

/** The choice with this value, or else the first one with this label in any language. */
const findChoice = ({ field, choiceValues }: PreparedField, text: string): string | undefined => {
  if (choiceValues.has(text)) return text;
  return field.choices && indexValuesByLabel(field.choices).get(text);
};

/** Cached, because a single property can list 2,000 labels out of 5,000. */
const cachedLabels = new WeakMap<readonly Choice[], ReadonlyMap<string, string>>();

const indexValuesByLabel = (choices: readonly Choice[]): ReadonlyMap<string, string> => {
  const cached = cachedLabels.get(choices);
  if (cached) return cached;
  const values = new Map<string, string>();
  for (const { value, label = {} } of choices) {
    for (const text of typeof label === 'object' ? Object.values(label) : [label]) {
      if (!values.has(text)) values.set(text, value);
    }
  }
  cachedLabels.set(choices, values);
  return values;
};

/**
 * Parses choices separated by commas, leaving out duplicates. Returns undefined if any part is not a choice.
 * A label may itself contain commas, but then it must be the only choice.
 */
const findChoices = (prepared: PreparedField, text: string): string[] | undefined => {
  const single = findChoice(prepared, text);
  if (single !== undefined) return [single];
  const choices = new Set<string>();
  for (const part of text.split(',')) {
    const choice = findChoice(prepared, part.trim());
    if (choice === undefined) return undefined;
    choices.add(choice);
  }
  return [...choices];
};
