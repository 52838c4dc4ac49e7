import type { Field, FieldType } from '#contract/workbook-definition.ts';
import type { Answer, Location } from './answer.ts';
import type { BaseType, Type } from './expressions/types.ts';
import { dayText, timeText, type Value } from './expressions/value.ts';
import { readDay, readInstant, readTime } from './iso-8601.ts';

const TYPES: Readonly<Record<FieldType, BaseType | undefined>> = {
  text: 'text',
  longText: 'text',
  barcode: 'text',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  singleChoice: 'text',
  multiChoice: 'choices',
  photo: 'upload',
  signature: 'upload',
  file: 'upload',
  location: 'location',
  repeat: 'entries',
  note: undefined,
  section: undefined,
  // Depends on the expression.
  calculated: undefined,
};

/** The type of the value of a field; undefined if it has none, or if it depends on its calculation. */
export const typeOfField = ({ type, choices }: Field): Type | undefined => {
  const base = TYPES[type];
  return base && { base, choices: choices && [choices] };
};

/** Types whose answers are converted to numbers for expressions. */
const READ: Partial<Record<FieldType, (text: string) => number | undefined>> = {
  date: readDay,
  time: readTime,
  dateTime: readInstant,
};

/** Converts a checked answer to a value for expressions. */
export const valueOfAnswer = (type: FieldType, answer: Answer | undefined): Value => {
  if (answer === undefined || answer === null) return null;
  const read = READ[type];
  return read ? read(answer as string)! : (answer as Value);
};

/** Converts a value to the format of answers. */
export const answerOfValue = ({ base }: Type, value: Value): Answer => {
  if (value === null) return null;
  switch (base) {
    case 'number':
      // JSON has no negative zero.
      return (value as number) + 0;
    case 'date':
      return dayText(value as number);
    case 'time':
      return timeText(value as number);
    case 'dateTime':
      return new Date(value as number).toISOString();
    case 'choices':
      return [...(value as readonly string[])];
    case 'location':
      return { ...(value as Location) };
    default:
      return value as Answer;
  }
};
