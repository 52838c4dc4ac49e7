import type { Field, FieldType } from '#contract/workbook-definition.ts';
import type { Answer, Location } from './answer.ts';
import type { BaseType, Type } from './expressions/types.ts';
import { formatIsoDay, formatTime, type Value } from './expressions/value.ts';
import { parseDate, parseDateTime, parseTime } from './iso-8601.ts';

const BASE_TYPES: Readonly<Record<FieldType, BaseType | undefined>> = {
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
  repeat: 'repeat',
  note: undefined,
  section: undefined,
  // The type of a calculated field is determined by its expression.
  calculated: undefined,
};

/** Returns the type of a field's value. It is undefined for fields without a value and for calculated fields. */
export const getFieldType = ({ type, choices }: Field): Type | undefined => {
  const base = BASE_TYPES[type];
  return base && { base, choices: choices && [choices] };
};

/** Parsers for answers whose values are numbers. */
const PARSERS: Partial<Record<FieldType, (text: string) => number | undefined>> = {
  date: parseDate,
  time: parseTime,
  dateTime: parseDateTime,
};

export const toValue = (type: FieldType, answer: Answer | undefined): Value => {
  if (answer === undefined || answer === null) return null;
  const parse = PARSERS[type];
  return parse ? parse(answer as string)! : (answer as Value);
};

export const toAnswer = ({ base }: Type, value: Value): Answer => {
  if (value === null) return null;
  switch (base) {
    case 'number':
      // JSON has no negative zero.
      return (value as number) + 0;
    case 'date':
      return formatIsoDay(value as number);
    case 'time':
      return formatTime(value as number);
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
