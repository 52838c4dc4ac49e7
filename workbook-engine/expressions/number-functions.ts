import { msg } from '#i18n/message.ts';
import { type Bound, createManyValuesError, requireType } from './bound.ts';
import { CALL_COST, readCost } from './budget.ts';
import type { FunctionDefinition } from './functions.ts';
import { ExpressionError } from './syntax.ts';
import { isOrdered, NUMBER, TYPE_NAMES, type Type } from './types.ts';
import { DAY_MS, type Evaluator, parseNumber, toFinite, type Value } from './value.ts';

const defineUnaryFunction = (
  signature: string,
  description: string,
  calculate: (value: number) => number,
): FunctionDefinition => ({
  signature,
  description,
  params: ['number'],
  result: NUMBER,
  call: (_, value: number) => toFinite(calculate(value)),
});

/** A double has only 17 significant digits. */
const MAX_PLACES = 20;

/** Rounds halves away from zero, ignoring floating-point noise: 1.005 * 100 is 100.49999999999999. */
const roundTo = (value: number, places: number): number | null => {
  if (!Number.isInteger(places) || Math.abs(places) > MAX_PLACES) return null;
  const factor = 10 ** Math.abs(places);
  const scaled = toFinite(Math.abs(places >= 0 ? value * factor : value / factor));
  if (scaled === null) return value;
  const rounded = Math.sign(value) * Math.round(scaled);
  return toFinite(places >= 0 ? rounded / factor : rounded * factor);
};

/** Skips missing values. A field in a repeat contributes the values of all its instances. */
const bindValues = (args: readonly Bound[]): Evaluator<number[]> => {
  const [first] = args;
  if (args.length === 1 && first!.type.isRepeated) {
    return (...context) =>
      (first!.evaluate(...context) as (number | null)[]).filter((value) => value !== null);
  }
  return (...context) =>
    args
      .flatMap(({ type, evaluate }) =>
        type.isRepeated
          ? (evaluate(...context) as (number | null)[])
          : [evaluate(...context) as number | null],
      )
      .filter((value) => value !== null);
};

const requireNumber = (name: string, arg: Bound) =>
  requireType(arg, { ...NUMBER, isRepeated: arg.type.isRepeated }, msg`Each argument of ${name}`);

/** Requires numbers, or dates or times of the same type. */
const requireOrdered = (name: string, args: readonly Bound[]): { type: Type; bound: readonly Bound[] } => {
  const bound = args.map((arg) => (isOrdered(arg.type) ? arg : requireNumber(name, arg)));
  const { base } = bound[0]!.type;
  const mismatch = bound.find(({ type }) => type.base !== base);
  if (mismatch) {
    throw new ExpressionError(
      mismatch.position,
      msg`The arguments of ${name} must have the same type: this is ${TYPE_NAMES[mismatch.type.base]}, but the first is ${TYPE_NAMES[base]}.`,
    );
  }
  return { type: { base }, bound };
};

const defineExtreme = (
  name: 'min' | 'max',
  isBetter: (value: number, best: number) => boolean,
): FunctionDefinition => ({
  signature: `${name}(value, …)`,
  description: `the ${name === 'min' ? 'smallest or earliest' : 'largest or latest'} of the values, or of all values of a field in a repeat`,
  arity: [1, Number.POSITIVE_INFINITY],
  bind: ({ position, args }) => {
    const { type, bound } = requireOrdered(name, args);
    const values = bindValues(bound);
    return {
      position,
      type,
      evaluate: (...context) =>
        values(...context).reduce<number | null>(
          (best, value) => (best === null || isBetter(value, best) ? value : best),
          null,
        ),
    };
  },
});

/** Dates become days since 1970. */
const NUMBER_CONVERSIONS: Partial<Record<Type['base'], (value: never) => Value>> = {
  number: (value: number) => value,
  text: (value: string) => toFinite(parseNumber(value) ?? Number.NaN),
  boolean: (value: boolean) => (value ? 1 : 0),
  date: (value: number) => value / DAY_MS,
  dateTime: (value: number) => value / DAY_MS,
};

export const numberFunctions = {
  number: {
    signature: 'number(value)',
    description:
      'the number in a text, 1 or 0 for true or false, or the number of days since 1 January 1970 for a date',
    arity: [1, 1],
    bind: ({ position, args }) => {
      const [arg] = args as [Bound];
      if (arg.type.isRepeated) throw createManyValuesError(arg);
      const convertValue = NUMBER_CONVERSIONS[arg.type.base];
      if (!convertValue) return requireType(arg, NUMBER, msg`The argument of number`);
      return {
        position,
        type: NUMBER,
        evaluate: (frame, evaluation) => {
          const value = arg.evaluate(frame, evaluation);
          evaluation.budget.spend(typeof value === 'string' ? CALL_COST + readCost(value) : CALL_COST);
          return value === null ? null : convertValue(value as never);
        },
      };
    },
  },
  int: defineUnaryFunction('int(number)', 'the number without its decimals', Math.trunc),
  floor: defineUnaryFunction('floor(number)', 'the number rounded down', Math.floor),
  ceiling: defineUnaryFunction('ceiling(number)', 'the number rounded up', Math.ceil),
  round: {
    signature: 'round(number, places?)',
    description: 'the number rounded to this many decimal places, 0 by default; halves round away from zero',
    params: ['number', 'number'],
    optionalParams: 1,
    result: NUMBER,
    call: (_, value: number, places = 0) => roundTo(value, places),
  },
  pow: {
    signature: 'pow(number, exponent)',
    description: 'the number to the power of the exponent',
    params: ['number', 'number'],
    result: NUMBER,
    call: (_, value: number, exponent: number) => toFinite(value ** exponent),
  },
  atan2: {
    signature: 'atan2(y, x)',
    description: 'the angle of the point (x, y), in radians',
    params: ['number', 'number'],
    result: NUMBER,
    call: (_, y: number, x: number) => toFinite(Math.atan2(y, x)),
  },
  pi: { signature: 'pi()', description: '3.14159265358979', params: [], result: NUMBER, call: () => Math.PI },
  abs: defineUnaryFunction('abs(number)', 'the absolute value of the number', Math.abs),
  sqrt: defineUnaryFunction('sqrt(number)', 'the square root; no value for a negative number', Math.sqrt),
  exp: defineUnaryFunction('exp(number)', 'e to the power of the number', Math.exp),
  exp10: defineUnaryFunction('exp10(number)', '10 to the power of the number', (value) => 10 ** value),
  log: defineUnaryFunction('log(number)', 'the natural logarithm', Math.log),
  log10: defineUnaryFunction('log10(number)', 'the logarithm to base 10', Math.log10),
  sin: defineUnaryFunction('sin(number)', 'the sine of an angle in radians', Math.sin),
  cos: defineUnaryFunction('cos(number)', 'the cosine of an angle in radians', Math.cos),
  tan: defineUnaryFunction('tan(number)', 'the tangent of an angle in radians', Math.tan),
  asin: defineUnaryFunction('asin(number)', 'the angle in radians whose sine is the number', Math.asin),
  acos: defineUnaryFunction('acos(number)', 'the angle in radians whose cosine is the number', Math.acos),
  atan: defineUnaryFunction('atan(number)', 'the angle in radians whose tangent is the number', Math.atan),
  min: defineExtreme('min', (value, best) => value < best),
  max: defineExtreme('max', (value, best) => value > best),
  sum: {
    signature: 'sum(number, …)',
    description:
      'the sum of the numbers, or of all values of a field in a repeat; missing values are ignored',
    arity: [1, Number.POSITIVE_INFINITY],
    bind: ({ position, args }) => {
      const numbers = bindValues(args.map((arg) => requireNumber('sum', arg)));
      return {
        position,
        type: NUMBER,
        evaluate: (...context) => toFinite(numbers(...context).reduce((total, value) => total + value, 0)),
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
