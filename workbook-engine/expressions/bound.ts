import type { Choice } from '#contract/workbook-definition.ts';
import { MOST_COMPARED, nearestName } from '#spelling/nearest-name.ts';
import { readDay, readInstant, readTime } from '#workbook-engine/iso-8601.ts';
import { ExpressionRefused } from './syntax.ts';
import { type BaseType, TYPE_NAMES, type Type } from './types.ts';
import { type Evaluate, readNumber, type Value } from './value.ts';

/** A part of an expression of which names and types are known, ready to be evaluated. */
export type Bound = {
  readonly at: number;
  readonly type: Type;
  readonly evaluate: Evaluate;
  /** Of a text or number that stands in the expression itself. */
  readonly constant?: string | number | undefined;
  /** Of `${Field}`: its name, for messages. */
  readonly name?: string | undefined;
};

export const isEmptyText = ({ constant }: Bound): boolean => constant === '';

/** How a text that stands in the expression is read as what is needed in its place. */
const LITERALS: Partial<Record<BaseType, (text: string) => Value | undefined>> = {
  number: readNumber,
  date: readDay,
  time: readTime,
  dateTime: readInstant,
};

const areNumbers = (choices: readonly Choice[] | undefined): boolean =>
  choices?.every(({ value }) => readNumber(value) !== undefined) ?? false;

/**
 * The same value as another type, where nothing is lost or guessed: a date that is written as a text, the number of a
 * choice whose values are all numbers. Undefined where it does not fit.
 */
export const converted = (bound: Bound, to: Type): Bound | undefined => {
  const { type, constant, evaluate } = bound;
  if (type.isMany !== to.isMany) return undefined;
  if (type.base === to.base) return bound;
  if (isEmptyText(bound)) return { ...bound, type: to, evaluate: () => null };
  if (typeof constant === 'string') {
    const value = LITERALS[to.base]?.(constant);
    return value === undefined ? undefined : { ...bound, type: to, evaluate: () => value };
  }
  if (typeof constant === 'number' && to.base === 'text' && to.choices) {
    const text = String(constant);
    return { ...bound, type: { base: 'text' }, constant: text, evaluate: () => text };
  }
  if (to.base === 'number' && type.base === 'text' && areNumbers(type.choices)) {
    const read = (value: Value) => (value === null ? null : Number(value));
    return {
      ...bound,
      type: to,
      evaluate: type.isMany
        ? (frame, given) => (evaluate(frame, given) as Value[]).map(read)
        : (frame, given) => read(evaluate(frame, given)),
    };
  }
  return undefined;
};

/** What turns one type into another, or is meant instead, for messages. */
const CONVERSIONS: Partial<Record<`${BaseType} ${BaseType}`, string>> = {
  'text number': 'number(…) reads a number from a text',
  'boolean number': 'if(…, 1, 0) makes a number of a condition',
  'date number': 'decimal-date-time(…) counts its days since 1970',
  'time number': 'decimal-time(…) is its part of a day',
  'dateTime number': 'decimal-date-time(…) counts its days since 1970',
  'entries number': 'count(…) is the number of its entries',
  'number entries': 'count(…) is the number of its entries',
  'choices number': 'count-selected(…) is the number of chosen ones',
  'text date': "date(…) reads a date from a text; one is written '2026-03-01'",
  'dateTime date': 'date(…) is the day of a date with time',
  'number date': "one is written '2026-03-01'",
  'text time': "one is written '09:30'",
  'text dateTime': 'date-time(…) reads a date with time from a text',
  'date dateTime': 'date-time(…) is the start of a day',
  'number text': 'string(…) writes a number as a text',
  'boolean text': 'it is compared with true() or false(), or stands alone as a condition',
  'date text': 'format-date(…) writes a date as a text',
  'dateTime text': 'format-date-time(…) writes a date with time as a text',
  'choices text': "selected(${Field}, 'crack') asks for one choice of several",
  'text choices': "selected(${Field}, 'crack') asks for one choice of several",
  'text boolean': "a condition is needed, such as ${Field} = 'yes'",
  'number boolean': 'a condition is needed, such as ${Field} > 0',
  'date boolean': "a condition is needed, such as ${Field} > '2026-03-01'",
  'choices boolean': "a condition is needed, such as selected(${Field}, 'crack')",
  'upload boolean': "a condition is needed, such as ${Field} != ''",
  'location boolean': "a condition is needed, such as ${Field} != ''",
  'entries boolean': 'a condition is needed, such as count(${Field}) > 0',
};

/** The value as the type that is needed, or a refusal that says what would be right. */
export const need = (
  bound: Bound,
  to: Type,
  where: string,
  hint = CONVERSIONS[`${bound.type.base} ${to.base}`],
): Bound => {
  const fitting = converted(bound, to);
  if (fitting) return fitting;
  if (bound.type.isMany) throw manyRefused(bound);
  const is = `${bound.name ?? 'this'} is ${TYPE_NAMES[bound.type.base]}`;
  throw new ExpressionRefused(
    bound.at,
    `${where} must be ${TYPE_NAMES[to.base]}, but ${is}${hint ? `: ${hint}` : ''}.`,
  );
};

export const manyRefused = ({ at, name }: Bound) =>
  new ExpressionRefused(
    at,
    `${name ?? 'This'} has a value in each entry of its repeat: sum, min, max, count, join or indexed-repeat make one of them.`,
  );

/** A choice that is written in the expression must be one that can be chosen. */
export const needChoice = ({ at, constant }: Bound, { type: { choices }, name }: Bound): void => {
  if (constant === undefined || constant === '' || !choices) return;
  const values = choices.map(({ value }) => value);
  if (values.includes(String(constant))) return;
  const nearest = nearestName(String(constant), values.slice(0, MOST_COMPARED));
  const hint = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
  throw new ExpressionRefused(at, `'${constant}' is no choice of ${name ?? 'this'}.${hint}`);
};
