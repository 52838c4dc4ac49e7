import { type Message, msg } from '#i18n/message.ts';
import {
  type Bound,
  convert,
  createManyValuesError,
  isEmptyText,
  requireChoice,
  requireType,
} from './bound.ts';
import { CALL_COST } from './budget.ts';
import { ExpressionError, type Operator } from './syntax.ts';
import { BOOLEAN, isOrdered, NUMBER, TYPE_NAMES, type Type } from './types.ts';
import {
  DAY_MS,
  type Evaluate,
  type Evaluation,
  type Frame,
  toFinite,
  toValidInstant,
  type Value,
} from './value.ts';

/** Throws an ExpressionError if the types do not match. */
export const bindOperation = (position: number, operator: Operator, left: Bound, right: Bound): Bound => {
  switch (operator) {
    case 'or':
    case 'and':
      return bindLogical(position, operator, left, right);
    case '=':
    case '!=':
      return bindEquality(position, operator, left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return bindOrder(position, operator, left, right);
    case '+':
    case '-':
      return bindSum(position, operator, left, right);
    case '*':
    case 'div':
    case 'mod':
      return bindProduct(position, operator, left, right);
  }
};

const describeSides = (operator: Operator) => msg`Each side of '${operator}'`;

const requireNumber = (operator: Operator, side: Bound) => requireType(side, NUMBER, describeSides(operator));

/** Treats a condition without a value as false. */
const bindLogical = (position: number, operator: 'or' | 'and', left: Bound, right: Bound): Bound => {
  const a = requireType(left, BOOLEAN, describeSides(operator)).evaluate;
  const b = requireType(right, BOOLEAN, describeSides(operator)).evaluate;
  const evaluate: Evaluate =
    operator === 'or'
      ? (frame, evaluation) => a(frame, evaluation) === true || b(frame, evaluation) === true
      : (frame, evaluation) => a(frame, evaluation) === true && b(frame, evaluation) === true;
  return { position, type: BOOLEAN, evaluate };
};

const BOOLEAN_HINT = msg`write true() or false(), or use the condition alone`;

/** Converts one side to the other side's type. */
export const unifyTypes = (left: Bound, right: Bound, describe: (side: Bound) => Message): [Bound, Bound] => {
  for (const side of [left, right]) if (side.type.isRepeated) throw createManyValuesError(side);
  const asLeft = convert(right, left.type);
  if (asLeft) return [left, asLeft];
  const asRight = convert(left, right.type);
  if (asRight) return [asRight, right];
  // If only one side is a literal, the error is reported at that side.
  const isLiteral = ({ constant }: Bound) => constant !== undefined;
  const [expected, other] = isLiteral(left) && !isLiteral(right) ? [right, left] : [left, right];
  const hint = expected.type.base === 'boolean' ? BOOLEAN_HINT : undefined;
  return [expected, requireType(other, expected.type, describe(expected), hint)];
};

const createSideDescription = (operator: Operator) => (side: Bound) =>
  msg`The value that '${operator}' compares with ${side.name ?? TYPE_NAMES[side.type.base]}`;

/** Values of any other type can only be compared with the empty string. */
const isComparable = ({ base }: Type) =>
  base !== 'choices' && base !== 'location' && base !== 'upload' && base !== 'repeat';

/** The binary logarithm of the characters compared in one step. */
const COMPARISON_SHIFT = 8;

/** A missing value is equal only to another missing value and to the empty string. */
const bindEquality = (position: number, operator: '=' | '!=', left: Bound, right: Bound): Bound => {
  const [a, b] = unifyTypes(left, right, createSideDescription(operator));
  if (!isComparable(a.type) && !isEmptyText(left) && !isEmptyText(right)) {
    const hint = a.type.base === 'choices' ? msg`: selected(\${Field}, 'crack') checks for one choice` : '';
    throw new ExpressionError(
      position,
      msg`${left.name ?? msg`This`} is ${TYPE_NAMES[a.type.base]}, which can only be compared with ''${hint}.`,
    );
  }
  requireChoice(a, b);
  requireChoice(b, a);
  const readA = bindValueOrNull(a);
  const readB = bindValueOrNull(b);
  const isEqual = (frame: Frame, evaluation: Evaluation): boolean => {
    const x = readA(frame, evaluation);
    const y = readB(frame, evaluation);
    if (typeof x === 'string') evaluation.budget.spend(x.length >> COMPARISON_SHIFT);
    return x === y;
  };
  const evaluate: Evaluate = operator === '=' ? isEqual : (frame, evaluation) => !isEqual(frame, evaluation);
  return { position, type: BOOLEAN, evaluate };
};

/** Treats an empty string or list as missing. */
const bindValueOrNull = ({ type, evaluate }: Bound): Evaluate => {
  if (type.base === 'text') return (frame, evaluation) => evaluate(frame, evaluation) || null;
  if (type.base !== 'choices' && type.base !== 'upload' && type.base !== 'repeat') return evaluate;
  return (frame, evaluation) => {
    const value = evaluate(frame, evaluation);
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
const bindOrder = (position: number, operator: keyof typeof ORDERS, left: Bound, right: Bound): Bound => {
  const asOrdered = (side: Bound) => (isOrdered(side.type) ? side : requireNumber(operator, side));
  const [a, b] = unifyTypes(left, right, createSideDescription(operator)).map(
    (side) => asOrdered(side).evaluate,
  ) as [Evaluate, Evaluate];
  const compare = ORDERS[operator];
  const evaluate: Evaluate = (frame, evaluation) => {
    const x = a(frame, evaluation);
    const y = b(frame, evaluation);
    return x !== null && y !== null && compare(x as number, y as number);
  };
  return { position, type: BOOLEAN, evaluate };
};

const bindToNumbers = (
  { position, type }: Pick<Bound, 'position' | 'type'>,
  { evaluate: a }: Bound,
  { evaluate: b }: Bound,
  calculate: (x: number, y: number) => Value,
): Bound => ({
  position,
  type,
  evaluate: (frame, evaluation) => {
    evaluation.budget.spend(CALL_COST);
    const x = a(frame, evaluation);
    const y = b(frame, evaluation);
    return x === null || y === null ? null : calculate(x as number, y as number);
  },
});

const PRODUCTS = {
  '*': (x: number, y: number) => toFinite(x * y),
  div: (x: number, y: number) => toFinite(x / y),
  mod: (x: number, y: number) => toFinite(x % y),
} as const;

const bindProduct = (position: number, operator: keyof typeof PRODUCTS, left: Bound, right: Bound): Bound => {
  const [a, b] = [requireNumber(operator, left), requireNumber(operator, right)];
  return bindToNumbers({ position, type: NUMBER }, a, b, PRODUCTS[operator]);
};

const isDateOrDateTime = ({ type }: Bound) =>
  !type.isRepeated && (type.base === 'date' || type.base === 'dateTime');

/** Adds or subtracts numbers, adds days to a date, or returns the number of days between two dates. */
const bindSum = (position: number, operator: '+' | '-', left: Bound, right: Bound): Bound => {
  const sign = operator === '+' ? 1 : -1;
  if (isDateOrDateTime(right) && !isDateOrDateTime(left)) {
    if (operator === '+') return bindSum(position, operator, right, left);
    const date = convert(left, right.type);
    if (date) return bindSum(position, operator, date, right);
  }
  if (isDateOrDateTime(left)) {
    const other = operator === '-' && right.type.base !== 'number' ? convert(right, left.type) : undefined;
    if (other) return bindToNumbers({ position, type: NUMBER }, left, other, (x, y) => (x - y) / DAY_MS);
    const days = requireType(right, NUMBER, msg`The value that '${operator}' combines with a date`);
    const isDate = left.type.base === 'date';
    return bindToNumbers({ position, type: left.type }, left, days, (x, y) =>
      toValidInstant(x + sign * (isDate ? Math.floor(y) : y) * DAY_MS),
    );
  }
  const [a, b] = [requireNumber(operator, left), requireNumber(operator, right)];
  return bindToNumbers({ position, type: NUMBER }, a, b, (x, y) => toFinite(x + sign * y));
};
