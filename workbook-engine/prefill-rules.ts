import type { Choice, FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { Answer } from './answer.ts';
import type { IndexedField } from './index-fields.ts';
import { localDateAndTime, readDay, readInstant, readTime } from './iso-8601.ts';

/** The value of a task's custom property (contract, Task). */
export type CustomValue = string | number | boolean;

type PrefillRule = {
  /** What suits the type, for the sentence that says why something else does not. */
  takes: Sentence;
  /** The value as an answer, or undefined when it does not suit. Bounds are judged afterwards. */
  convert: (value: CustomValue, indexed: IndexedField, timeZone: string) => Answer | undefined;
};

const text: PrefillRule = { takes: sentence`a string, a number or a boolean`, convert: String };

/** A date or time of its own, or that of a timestamp in the team's time zone. */
const convertMoment =
  (read: (text: string) => number | undefined, part: 'date' | 'time'): PrefillRule['convert'] =>
  (value, _indexed, timeZone) => {
    if (typeof value !== 'string') return undefined;
    const instant = readInstant(value);
    if (instant !== undefined) return localDateAndTime(instant, timeZone)[part];
    return read(value) === undefined ? undefined : value;
  };

/** Which types a custom property fills, and by what; a type that is not listed is never filled. */
export const prefillRules: Partial<Record<FieldType, PrefillRule>> = {
  text,
  longText: text,
  integer: {
    takes: sentence`a whole number`,
    convert: (value) => (Number.isInteger(value) ? value : undefined),
  },
  decimal: { takes: sentence`a number`, convert: (value) => (typeof value === 'number' ? value : undefined) },
  boolean: {
    takes: sentence`true or false`,
    convert: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  date: {
    takes: sentence`an ISO 8601 date, or a date and time with its zone`,
    convert: convertMoment(readDay, 'date'),
  },
  time: {
    takes: sentence`an ISO 8601 time, or a date and time with its zone`,
    convert: convertMoment(readTime, 'time'),
  },
  dateTime: {
    takes: sentence`an ISO 8601 date and time with its zone`,
    convert: (value) => (typeof value === 'string' && readInstant(value) !== undefined ? value : undefined),
  },
  singleChoice: {
    takes: sentence`the value or label of a choice`,
    convert: (value, indexed) =>
      typeof value === 'boolean' ? undefined : findChoice(indexed, String(value)),
  },
  multiChoice: {
    takes: sentence`choices' values or labels, separated by commas`,
    convert: (value, indexed) =>
      typeof value === 'boolean' ? undefined : findChoices(indexed, String(value)),
  },
  barcode: { takes: sentence`a string`, convert: (value) => (typeof value === 'string' ? value : undefined) },
};

/** The choice with this value, else the first with this label in any language. */
const findChoice = ({ field, choiceValues }: IndexedField, text: string): string | undefined => {
  if (choiceValues.has(text)) return text;
  return field.choices && labelled(field.choices).get(text);
};

/** The value of the first choice with each label: of 5,000 choices a property can name 2,000. */
const byLabel = new WeakMap<readonly Choice[], ReadonlyMap<string, string>>();
const labelled = (choices: readonly Choice[]): ReadonlyMap<string, string> => {
  const known = byLabel.get(choices);
  if (known) return known;
  const values = new Map<string, string>();
  for (const { value, label = {} } of choices) {
    for (const each of typeof label === 'object' ? Object.values(label) : [label]) {
      if (!values.has(each)) values.set(each, value);
    }
  }
  byLabel.set(choices, values);
  return values;
};

/** Each part's choice, once; undefined when one part is none. A text that is one choice may hold commas itself. */
const findChoices = (indexed: IndexedField, text: string): string[] | undefined => {
  const whole = findChoice(indexed, text);
  if (whole !== undefined) return [whole];
  const choices = new Set<string>();
  for (const part of text.split(',')) {
    const choice = findChoice(indexed, part.trim());
    if (choice === undefined) return undefined;
    choices.add(choice);
  }
  return [...choices];
};
