import { type Sentence, sentence } from '#i18n/sentence.ts';
import { type Bound, converted, isEmptyText, manyValuesError, requireChoice, requireType } from './bound.ts';
import { CALL_STEPS } from './budget.ts';
import { ExpressionError, type Operator } from './syntax.ts';
import { BOOLEAN, isOrdered, NUMBER, TYPE_NAMES, type Type } from './types.ts';
import { DAY_MS, type Evaluate, type Frame, finite, type Given, moment, type Value } from './value.ts';

/** Compiles an operation, or throws an ExpressionError if the types do not fit. */
export const bindOperation = (at: number, operator: Operator, left: Bound, right: Bound): Bound => {
  switch (operator) {
    case 'or':
    case 'and':
      return bindLogical(at, operator, left, right);
    case '=':
    case '!=':
      return bindEquality(at, operator, left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return bindOrder(at, operator, left, right);
    case '+':
    case '-':
      return bindSum(at, operator, left, right);
    case '*':
    case 'div':
    case 'mod':
      return bindProduct(at, operator, left, right);
  }
};

const eachSide = (operator: Operator) => sentence`Each side of '${operator}'`;

/** A condition without a value is false. */
const bindLogical = (at: number, operator: 'or' | 'and', left: Bound, right: Bound): Bound => {
  const a = requireType(left, BOOLEAN, eachSide(operator)).evaluate;
  const b = requireType(right, BOOLEAN, eachSide(operator)).evaluate;
  const evaluate: Evaluate =
    operator === 'or'
      ? (frame, given) => a(frame, given) === true || b(frame, given) === true
      : (frame, given) => a(frame, given) === true && b(frame, given) === true;
  return { at, type: BOOLEAN, evaluate };
};

const BOOLEAN_HINT = sentence`write true() or false(), or use the condition alone`;

/** Converts one side to the type of the other. */
export const unifyTypes = (left: Bound, right: Bound, where: (side: Bound) => Sentence): [Bound, Bound] => {
  for (const side of [left, right]) if (side.type.isMany) throw manyValuesError(side);
  const asLeft = converted(right, left.type);
  if (asLeft) return [left, asLeft];
  const asRight = converted(left, right.type);
  if (asRight) return [asRight, right];
  const isWritten = ({ constant }: Bound) => constant !== undefined;
  const [wanted, other] = isWritten(left) && !isWritten(right) ? [right, left] : [left, right];
  const hint = wanted.type.base === 'boolean' ? BOOLEAN_HINT : undefined;
  return [wanted, requireType(other, wanted.type, where(wanted), hint)];
};

const comparedWith = (operator: Operator) => (side: Bound) =>
  sentence`The value that '${operator}' compares with ${side.name ?? TYPE_NAMES[side.type.base]}`;

/** Other types can only be compared with the empty text. */
const isComparable = ({ base }: Type) =>
  base !== 'choices' && base !== 'location' && base !== 'upload' && base !== 'entries';

/** Binary logarithm of the number of characters compared in one step. */
const LETTERS_COMPARED = 8;

/** A missing value equals only a missing value and the empty text. */
const bindEquality = (at: number, operator: '=' | '!=', left: Bound, right: Bound): Bound => {
  const [a, b] = unifyTypes(left, right, comparedWith(operator));
  if (!isComparable(a.type) && !isEmptyText(left) && !isEmptyText(right)) {
    const hint =
      a.type.base === 'choices' ? sentence`: selected(\${Field}, 'crack') checks for one choice` : '';
    throw new ExpressionError(
      at,
      sentence`${left.name ?? sentence`This`} is ${TYPE_NAMES[a.type.base]}, which can be compared with '' only${hint}.`,
    );
  }
  requireChoice(a, b);
  requireChoice(b, a);
  const readA = valueOrNothing(a);
  const readB = valueOrNothing(b);
  const isEqual = (frame: Frame, given: Given): boolean => {
    const [one, other] = [readA(frame, given), readB(frame, given)];
    if (typeof one === 'string') given.budget.spend(one.length >> LETTERS_COMPARED);
    return one === other;
  };
  const evaluate: Evaluate = operator === '=' ? isEqual : (frame, given) => !isEqual(frame, given);
  return { at, type: BOOLEAN, evaluate };
};

/** Treats an empty text or list as a missing value. */
const valueOrNothing = ({ type, evaluate }: Bound): Evaluate => {
  if (type.base === 'text') return (frame, given) => evaluate(frame, given) || null;
  if (type.base !== 'choices' && type.base !== 'upload' && type.base !== 'entries') return evaluate;
  return (frame, given) => {
    const value = evaluate(frame, given);
    return Array.isArray(value) && value.length === 0 ? null : value;
  };
};

const ORDERS = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
} as const;

/** A comparison with a missing value is false. */
const bindOrder = (at: number, operator: keyof typeof ORDERS, left: Bound, right: Bound): Bound => {
  const [one, other] = unifyTypes(left, right, comparedWith(operator));
  const asOrdered = (side: Bound) =>
    isOrdered(side.type) ? side : requireType(side, NUMBER, eachSide(operator));
  const { evaluate: a } = asOrdered(one);
  const { evaluate: b } = asOrdered(other);
  const holds = ORDERS[operator];
  const evaluate: Evaluate = (frame, given) => {
    const x = a(frame, given);
    const y = b(frame, given);
    return x !== null && y !== null && holds(x as number, y as number);
  };
  return { at, type: BOOLEAN, evaluate };
};

const onNumbers = (
  { at, type }: Pick<Bound, 'at' | 'type'>,
  { evaluate: a }: Bound,
  { evaluate: b }: Bound,
  work: (x: number, y: number) => Value,
): Bound => ({
  at,
  type,
  evaluate: (frame, given) => {
    given.budget.spend(CALL_STEPS);
    const x = a(frame, given);
    const y = b(frame, given);
    return x === null || y === null ? null : work(x as number, y as number);
  },
});

const PRODUCTS = {
  '*': (x: number, y: number) => finite(x * y),
  div: (x: number, y: number) => finite(x / y),
  mod: (x: number, y: number) => finite(x % y),
} as const;

const bindProduct = (at: number, operator: keyof typeof PRODUCTS, left: Bound, right: Bound): Bound => {
  const [a, b] = [left, right].map((side) => requireType(side, NUMBER, eachSide(operator))) as [Bound, Bound];
  return onNumbers({ at, type: NUMBER }, a, b, PRODUCTS[operator]);
};

const isMoment = ({ type }: Bound) => !type.isMany && (type.base === 'date' || type.base === 'dateTime');

/** Adds or subtracts numbers, adds days to a date, or returns the days between two dates. */
const bindSum = (at: number, operator: '+' | '-', left: Bound, right: Bound): Bound => {
  const sign = operator === '+' ? 1 : -1;
  if (isMoment(right) && !isMoment(left)) {
    if (operator === '+') return bindSum(at, operator, right, left);
    const written = converted(left, right.type);
    if (written) return bindSum(at, operator, written, right);
  }
  if (isMoment(left)) {
    const other = operator === '-' && right.type.base !== 'number' ? converted(right, left.type) : undefined;
    if (other) return onNumbers({ at, type: NUMBER }, left, other, (x, y) => (x - y) / DAY_MS);
    const days = requireType(right, NUMBER, sentence`The value that '${operator}' combines with a date`);
    const isDate = left.type.base === 'date';
    return onNumbers({ at, type: left.type }, left, days, (x, y) =>
      moment(x + sign * (isDate ? Math.floor(y) : y) * DAY_MS),
    );
  }
  const [a, b] = [left, right].map((side) => requireType(side, NUMBER, eachSide(operator))) as [Bound, Bound];
  return onNumbers({ at, type: NUMBER }, a, b, (x, y) => finite(x + sign * y));
};
