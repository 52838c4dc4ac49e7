import { type Sentence, sentence } from '#sentences/sentence.ts';
import { MOST_COMPARED, nearestName } from '#spelling/nearest-name.ts';
import { readDay, readInstant, readTime } from '#workbook-engine/iso-8601.ts';
import { areNumbers, findChoice } from './choices.ts';
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
const CONVERSIONS: Partial<Record<`${BaseType} ${BaseType}`, Sentence>> = {
  'text number': sentence`number(…) reads a number from a text`,
  'boolean number': sentence`if(…, 1, 0) makes a number of a condition`,
  'date number': sentence`decimal-date-time(…) counts its days since 1970`,
  'time number': sentence`decimal-time(…) is its part of a day`,
  'dateTime number': sentence`decimal-date-time(…) counts its days since 1970`,
  'entries number': sentence`count(…) is the number of its entries`,
  'number entries': sentence`count(…) is the number of its entries`,
  'choices number': sentence`count-selected(…) is the number of chosen ones`,
  'text date': sentence`date(…) reads a date from a text; one is written '2026-03-01'`,
  'dateTime date': sentence`date(…) is the day of a date with time`,
  'number date': sentence`one is written '2026-03-01'`,
  'text time': sentence`one is written '09:30'`,
  'text dateTime': sentence`date-time(…) reads a date with time from a text`,
  'date dateTime': sentence`date-time(…) is the start of a day`,
  'number text': sentence`string(…) writes a number as a text`,
  'boolean text': sentence`it is compared with true() or false(), or stands alone as a condition`,
  'date text': sentence`format-date(…) writes a date as a text`,
  'dateTime text': sentence`format-date-time(…) writes a date with time as a text`,
  'choices text': sentence`selected(\${Field}, 'crack') asks for one choice of several`,
  'text choices': sentence`selected(\${Field}, 'crack') asks for one choice of several`,
  'text boolean': sentence`a condition is needed, such as \${Field} = 'yes'`,
  'number boolean': sentence`a condition is needed, such as \${Field} > 0`,
  'date boolean': sentence`a condition is needed, such as \${Field} > '2026-03-01'`,
  'choices boolean': sentence`a condition is needed, such as selected(\${Field}, 'crack')`,
  'upload boolean': sentence`a condition is needed, such as \${Field} != ''`,
  'location boolean': sentence`a condition is needed, such as \${Field} != ''`,
  'entries boolean': sentence`a condition is needed, such as count(\${Field}) > 0`,
};

/** The value as the type that is needed, or a refusal that says what would be right. */
export const need = (
  bound: Bound,
  to: Type,
  where: Sentence,
  hint = CONVERSIONS[`${bound.type.base} ${to.base}`],
): Bound => {
  const fitting = converted(bound, to);
  if (fitting) return fitting;
  if (bound.type.isMany) throw manyRefused(bound);
  const [wanted, given] = [TYPE_NAMES[to.base], TYPE_NAMES[bound.type.base]];
  throw new ExpressionRefused(
    bound.at,
    sentence`${where} must be ${wanted}, but ${bound.name ?? sentence`this`} is ${given}${hint ? sentence`: ${hint}` : ''}.`,
  );
};

export const manyRefused = ({ at, name }: Bound) =>
  new ExpressionRefused(
    at,
    sentence`${name ?? sentence`This`} has a value in each entry of its repeat: sum, min, max, count, join or indexed-repeat make one of them.`,
  );

/** A choice that is written in the expression must be one that can be chosen. */
export const needChoice = ({ at, constant }: Bound, { type: { choices }, name }: Bound): void => {
  if (constant === undefined || constant === '' || !choices) return;
  if (findChoice(choices, String(constant))) return;
  const values = choices.flatMap((list) => list.map(({ value }) => value));
  const nearest = nearestName(String(constant), values.slice(0, MOST_COMPARED));
  const hint = nearest === undefined ? '' : sentence` Did you mean '${nearest}'?`;
  throw new ExpressionRefused(at, sentence`'${constant}' is no choice of ${name ?? sentence`this`}.${hint}`);
};
