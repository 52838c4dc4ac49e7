import { type Message, msg } from '#i18n/message.ts';
import { findNearestName, MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';
import { parseDate, parseDateTime, parseTime } from '#workbook-engine/iso-8601.ts';
import { areNumbers, findChoice } from './choices.ts';
import { ExpressionError } from './syntax.ts';
import { type BaseType, TYPE_NAMES, type Type } from './types.ts';
import { type Evaluate, parseNumber, type Value } from './value.ts';

export type Bound = {
  readonly position: number;
  readonly type: Type;
  readonly evaluate: Evaluate;
  readonly constant?: string | number | undefined;
  /** The name of the referenced field, for use in messages. */
  readonly name?: string | undefined;
};

export const isEmptyText = ({ constant }: Bound): boolean => constant === '';

const LITERAL_PARSERS: Partial<Record<BaseType, (text: string) => Value | undefined>> = {
  number: parseNumber,
  date: parseDate,
  time: parseTime,
  dateTime: parseDateTime,
};

/**
 * Converts a value to another type without losing information, for example a choice to a number if all choices are
 * numbers. Returns undefined if that is impossible.
 */
export const convert = (bound: Bound, to: Type): Bound | undefined => {
  const { type, constant, evaluate } = bound;
  if (type.isRepeated !== to.isRepeated) return undefined;
  if (type.base === to.base) return bound;
  if (isEmptyText(bound)) return { ...bound, type: to, evaluate: () => null };
  if (typeof constant === 'string') {
    const value = LITERAL_PARSERS[to.base]?.(constant);
    return value === undefined ? undefined : { ...bound, type: to, evaluate: () => value };
  }
  if (typeof constant === 'number' && to.base === 'text' && to.choices) {
    const text = String(constant);
    return { ...bound, type: { base: 'text' }, constant: text, evaluate: () => text };
  }
  if (to.base === 'number' && type.base === 'text' && areNumbers(type.choices)) {
    const toNumber = (value: Value) => (value === null ? null : Number(value));
    return {
      ...bound,
      type: to,
      evaluate: type.isRepeated
        ? (frame, evaluation) => (evaluate(frame, evaluation) as Value[]).map(toNumber)
        : (frame, evaluation) => toNumber(evaluate(frame, evaluation)),
    };
  }
  return undefined;
};

const CONVERSIONS: Partial<Record<`${BaseType} ${BaseType}`, Message>> = {
  'text number': msg`number(…) converts text to a number`,
  'boolean number': msg`if(…, 1, 0) converts a condition to a number`,
  'date number': msg`decimal-date-time(…) returns the days since 1 January 1970`,
  'time number': msg`decimal-time(…) returns the fraction of the day`,
  'dateTime number': msg`decimal-date-time(…) returns the days since 1 January 1970`,
  'repeat number': msg`count(…) returns the number of entries`,
  'number repeat': msg`count(…) returns the number of entries`,
  'choices number': msg`count-selected(…) returns the number of selected choices`,
  'text date': msg`date(…) converts text to a date; write a date as '2026-03-01'`,
  'dateTime date': msg`date(…) returns the date of a date and time`,
  'number date': msg`write a date as '2026-03-01'`,
  'text time': msg`write a time as '09:30'`,
  'text dateTime': msg`date-time(…) converts text to a date and time`,
  'date dateTime': msg`date-time(…) returns the start of a date`,
  'number text': msg`string(…) converts a number to text`,
  'boolean text': msg`compare it with true() or false(), or use it alone as a condition`,
  'date text': msg`format-date(…) converts a date to text`,
  'dateTime text': msg`format-date-time(…) converts a date and time to text`,
  'choices text': msg`selected(\${Field}, 'crack') checks for one choice`,
  'text choices': msg`selected(\${Field}, 'crack') checks for one choice`,
  'text boolean': msg`use a condition, such as \${Field} = 'yes'`,
  'number boolean': msg`use a condition, such as \${Field} > 0`,
  'date boolean': msg`use a condition, such as \${Field} > '2026-03-01'`,
  'choices boolean': msg`use a condition, such as selected(\${Field}, 'crack')`,
  'upload boolean': msg`use a condition, such as \${Field} != ''`,
  'location boolean': msg`use a condition, such as \${Field} != ''`,
  'repeat boolean': msg`use a condition, such as count(\${Field}) > 0`,
};

/** Converts a value to the required type, or throws an ExpressionError about `subject` with a hint. */
export const requireType = (
  bound: Bound,
  to: Type,
  subject: Message,
  hint = CONVERSIONS[`${bound.type.base} ${to.base}`],
): Bound => {
  const converted = convert(bound, to);
  if (converted) return converted;
  if (bound.type.isRepeated) throw createManyValuesError(bound);
  const [expected, actual] = [TYPE_NAMES[to.base], TYPE_NAMES[bound.type.base]];
  throw new ExpressionError(
    bound.position,
    msg`${subject} must be ${expected}, but ${bound.name ?? msg`this`} is ${actual}${hint ? msg`: ${hint}` : ''}.`,
  );
};

export const createManyValuesError = ({ position, name }: Bound) =>
  new ExpressionError(
    position,
    msg`${name ?? msg`This`} has a value in each entry of its repeat: use sum, min, max, count, join or indexed-repeat to get a single value.`,
  );

/** Throws if a literal is not one of the choices. */
export const requireChoice = ({ position, constant }: Bound, { type: { choices }, name }: Bound): void => {
  if (constant === undefined || constant === '' || !choices) return;
  if (findChoice(choices, String(constant))) return;
  const values = choices.flat().map(({ value }) => value);
  const nearest = findNearestName(String(constant), values.slice(0, MAX_COMPARED_NAMES));
  const hint = nearest === undefined ? '' : msg` Did you mean '${nearest}'?`;
  throw new ExpressionError(position, msg`'${constant}' is not a choice of ${name ?? msg`this`}.${hint}`);
};
