import type { EdmType } from '#service/odata/edm.ts';
import type { Expression, Literal } from '#service/odata/syntax.ts';
import { callFunction } from './query-functions.ts';
import {
  DECIMAL_SCALE,
  nullIfOutOfRange,
  requireBigInt,
  type TypedValue,
  type Value,
} from './query-values.ts';
import { listPropertyNames, SAMPLE_TYPES, type SampleRow } from './random-rows.ts';

/*
 * Evaluates an expression for one row, based only on decisions O3 to O5. Integers, instants and durations are
 * bigints. A Decimal is a bigint in units of 10^-28, and a Single is a number that is rounded to single precision.
 */

export const evaluate = (expression: Expression, row: SampleRow): TypedValue => {
  switch (expression.kind) {
    case 'literal':
      return parseValue(expression.literal.type, expression.literal.value);
    case 'property':
      return parseValue(getPropertyType(expression.name), row[expression.name]!);
    case 'call':
      return callFunction(
        expression.name,
        expression.args.map((arg) => evaluate(arg, row)),
      );
    case 'not': {
      const { value } = evaluate(expression.operand, row);
      return { type: 'Boolean', value: value === null ? null : !value };
    }
    case 'negate': {
      const operand = evaluate(expression.operand, row);
      const type = operand.type === 'Null' ? 'Int32' : operand.type;
      return calculate(
        'sub',
        { type, value: typeof operand.value === 'number' ? 0 : 0n },
        { ...operand, type },
      );
    }
    case 'comparison':
      return {
        type: 'Boolean',
        value: compare(expression.operator, evaluate(expression.left, row), evaluate(expression.right, row)),
      };
    case 'arithmetic':
      return calculate(expression.operator, evaluate(expression.left, row), evaluate(expression.right, row));
    case 'and':
    case 'or': {
      const decisiveValue = expression.kind === 'or';
      const values = expression.operands.map((operand) => evaluate(operand, row).value);
      const value = values.includes(decisiveValue)
        ? decisiveValue
        : values.includes(null)
          ? null
          : !decisiveValue;
      return { type: 'Boolean', value };
    }
  }
};

const getPropertyType = (name: string): EdmType =>
  SAMPLE_TYPES.find((type) => listPropertyNames(type).includes(name))!;

const parseValue = (type: EdmType, value: Literal['value']): TypedValue => {
  if (value === null || typeof value === 'boolean') return { type, value };
  switch (type) {
    case 'Int32':
    case 'Int64':
    case 'Time':
      return { type, value: BigInt(value) };
    case 'Decimal': {
      const [whole = '', fraction = ''] = value.split('.');
      return { type, value: BigInt(whole + fraction.padEnd(28, '0')) };
    }
    case 'Single':
    case 'Double':
      return { type, value: Number(value) };
    case 'DateTime':
    case 'DateTimeOffset':
      return { type, value: BigInt(Date.parse(value)) * 1_000n + BigInt(value.slice(-4, -1)) };
    default:
      return { type, value };
  }
};

const WIDENING_ORDER: EdmType[] = [
  'Null',
  'Int32',
  'Int64',
  'Decimal',
  'Single',
  'Double',
  'DateTime',
  'DateTimeOffset',
];

const promote = (left: TypedValue, right: TypedValue): { type: EdmType; a: Value; b: Value } => {
  const widerType =
    WIDENING_ORDER.indexOf(left.type) > WIDENING_ORDER.indexOf(right.type) ? left.type : right.type;
  const commonType = left.type === right.type || left.type === 'Null' ? right.type : widerType;
  return { type: commonType, a: widen(left, commonType), b: widen(right, commonType) };
};

const widen = ({ type, value }: TypedValue, targetType: EdmType): Value => {
  if (typeof value !== 'bigint' || type === targetType) return value;
  if (targetType === 'Decimal') return value * DECIMAL_SCALE;
  if (targetType === 'Single') return Math.fround(Number(value));
  return targetType === 'Double' ? Number(value) : value;
};

const compare = (operator: string, left: TypedValue, right: TypedValue): boolean => {
  const { a, b } = promote(left, right);
  if (operator === 'ne') return !isEqual(a, b);
  if (operator === 'eq') return isEqual(a, b);
  if (a === null || b === null || Number.isNaN(a) || Number.isNaN(b)) return false;
  const order = compareValues(a, b);
  return { lt: order < 0, le: order <= 0, gt: order > 0, ge: order >= 0 }[operator]!;
};

const isEqual = (a: Value, b: Value) => a === b;

/** Compares values in the same way as `$orderby`: null first, NaN last, strings by code point. */
export const compareValues = (a: Value, b: Value): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
};

const calculate = (operator: string, left: TypedValue, right: TypedValue): TypedValue => {
  const { type: promotedType, a, b } = promote(left, right);
  const type = promotedType === 'Null' ? 'Int32' : promotedType;
  if (a === null || b === null) return { type, value: null };
  if (typeof a === 'number' && typeof b === 'number')
    return { type, value: calculateNumber(type, operator, a, b) };
  return {
    type,
    value: nullIfOutOfRange(type, calculateInteger(type, operator, requireBigInt(a), requireBigInt(b))),
  };
};

const calculateInteger = (type: EdmType, operator: string, a: bigint, b: bigint): bigint | null => {
  const isDecimal = type === 'Decimal';
  switch (operator) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return isDecimal ? roundHalfAwayFromZero(a * b) : a * b;
    case 'div':
      return b === 0n ? null : isDecimal ? divideDecimals(a, b) : a / b;
    default:
      return b === 0n ? null : a % b;
  }
};

const roundHalfAwayFromZero = (product: bigint): bigint => {
  const half = product < 0n ? -DECIMAL_SCALE / 2n : DECIMAL_SCALE / 2n;
  return (product + half) / DECIMAL_SCALE;
};

/** Divides the way .NET does: with as many decimal places as fit in 96 bits, but at most 28. */
const divideDecimals = (a: bigint, b: bigint): bigint | null => {
  for (let unit = 1n; unit <= DECIMAL_SCALE; unit *= 10n) {
    const units = divideRoundingHalfToEven(a * DECIMAL_SCALE, b * unit);
    if (units < 2n ** 96n && units > -(2n ** 96n)) return units * unit;
  }
  return null;
};

const divideRoundingHalfToEven = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  const excessOverHalf = 2n * absolute(dividend % divisor) - absolute(divisor);
  if (excessOverHalf < 0n || (excessOverHalf === 0n && quotient % 2n === 0n)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
};

const absolute = (value: bigint) => (value < 0n ? -value : value);

const calculateNumber = (type: EdmType, operator: string, a: number, b: number): number | null => {
  if (b === 0 && (operator === 'div' || operator === 'mod')) return null;
  const doubleResult = { add: a + b, sub: a - b, mul: a * b, div: a / b, mod: a % b }[operator]!;
  const result = type === 'Single' ? Math.fround(doubleResult) : doubleResult;
  const isOverflow =
    Math.abs(result) === Number.POSITIVE_INFINITY && Number.isFinite(a) && Number.isFinite(b);
  // Converts negative zero to zero.
  return isOverflow ? null : result + 0;
};
