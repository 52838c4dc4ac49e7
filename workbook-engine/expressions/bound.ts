import { type Sentence, sentence } from '#i18n/sentence.ts';
import { MAX_COMPARED, nearestName } from '#spelling/nearest-name.ts';
import { readDay, readInstant, readTime } from '#workbook-engine/iso-8601.ts';
import { areNumbers, findChoice } from './choices.ts';
import { ExpressionError } from './syntax.ts';
import { type BaseType, TYPE_NAMES, type Type } from './types.ts';
import { type Evaluate, readNumber, type Value } from './value.ts';

/** A compiled part of an expression, with resolved names and checked types. */
export type Bound = {
  readonly at: number;
  readonly type: Type;
  readonly evaluate: Evaluate;
  /** The value of a literal text or number. */
  readonly constant?: string | number | undefined;
  /** The name of the field of a reference, for messages. */
  readonly name?: string | undefined;
};

export const isEmptyText = ({ constant }: Bound): boolean => constant === '';

/** How a literal text is converted to the required type. */
const LITERALS: Partial<Record<BaseType, (text: string) => Value | undefined>> = {
  number: readNumber,
  date: readDay,
  time: readTime,
  dateTime: readInstant,
};

/**
 * Converts a value to another type if nothing is lost or guessed, such as a date literal, or a choice of a list whose values
 * are all numbers. Returns undefined otherwise.
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

/** How authors can convert one type to another, for messages. */
const CONVERSIONS: Partial<Record<`${BaseType} ${BaseType}`, Sentence>> = {
  'text number': sentence`number(…) converts a text to a number`,
  'boolean number': sentence`if(…, 1, 0) converts a condition to a number`,
  'date number': sentence`decimal-date-time(…) gives the days since 1970`,
  'time number': sentence`decimal-time(…) gives the fraction of the day`,
  'dateTime number': sentence`decimal-date-time(…) gives the days since 1970`,
  'entries number': sentence`count(…) gives the number of entries`,
  'number entries': sentence`count(…) gives the number of entries`,
  'choices number': sentence`count-selected(…) gives the number of selected choices`,
  'text date': sentence`date(…) converts a text to a date; write a date as '2026-03-01'`,
  'dateTime date': sentence`date(…) gives the day of a date with time`,
  'number date': sentence`write a date as '2026-03-01'`,
  'text time': sentence`write a time as '09:30'`,
  'text dateTime': sentence`date-time(…) converts a text to a date with time`,
  'date dateTime': sentence`date-time(…) gives the start of a day`,
  'number text': sentence`string(…) converts a number to a text`,
  'boolean text': sentence`compare it with true() or false(), or use it alone as a condition`,
  'date text': sentence`format-date(…) converts a date to a text`,
  'dateTime text': sentence`format-date-time(…) converts a date with time to a text`,
  'choices text': sentence`selected(\${Field}, 'crack') checks for one choice`,
  'text choices': sentence`selected(\${Field}, 'crack') checks for one choice`,
  'text boolean': sentence`a condition is needed, such as \${Field} = 'yes'`,
  'number boolean': sentence`a condition is needed, such as \${Field} > 0`,
  'date boolean': sentence`a condition is needed, such as \${Field} > '2026-03-01'`,
  'choices boolean': sentence`a condition is needed, such as selected(\${Field}, 'crack')`,
  'upload boolean': sentence`a condition is needed, such as \${Field} != ''`,
  'location boolean': sentence`a condition is needed, such as \${Field} != ''`,
  'entries boolean': sentence`a condition is needed, such as count(\${Field}) > 0`,
};

/** Returns the value as the required type, or throws an ExpressionError with a suggestion. */
export const requireType = (
  bound: Bound,
  to: Type,
  where: Sentence,
  hint = CONVERSIONS[`${bound.type.base} ${to.base}`],
): Bound => {
  const fitting = converted(bound, to);
  if (fitting) return fitting;
  if (bound.type.isMany) throw manyValuesError(bound);
  const [wanted, given] = [TYPE_NAMES[to.base], TYPE_NAMES[bound.type.base]];
  throw new ExpressionError(
    bound.at,
    sentence`${where} must be ${wanted}, but ${bound.name ?? sentence`this`} is ${given}${hint ? sentence`: ${hint}` : ''}.`,
  );
};

export const manyValuesError = ({ at, name }: Bound) =>
  new ExpressionError(
    at,
    sentence`${name ?? sentence`This`} has a value in each entry of its repeat: use sum, min, max, count, join or indexed-repeat to get a single value.`,
  );

/** Throws if a literal is not one of the choices. */
export const requireChoice = ({ at, constant }: Bound, { type: { choices }, name }: Bound): void => {
  if (constant === undefined || constant === '' || !choices) return;
  if (findChoice(choices, String(constant))) return;
  const values = choices.flatMap((list) => list.map(({ value }) => value));
  const nearest = nearestName(String(constant), values.slice(0, MAX_COMPARED));
  const hint = nearest === undefined ? '' : sentence` Did you mean '${nearest}'?`;
  throw new ExpressionError(at, sentence`'${constant}' is not a choice of ${name ?? sentence`this`}.${hint}`);
};
