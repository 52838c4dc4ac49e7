import { sentence } from '#sentences/sentence.ts';
import { type Bound, manyRefused, need } from './bound.ts';
import { CALL_STEPS, stepsOf } from './budget.ts';
import type { FunctionDefinition } from './functions.ts';
import { ExpressionRefused } from './syntax.ts';
import { isOrdered, NUMBER, TYPE_NAMES, type Type } from './types.ts';
import { DAY_MS, type Evaluate, finite, readNumber, type Value } from './value.ts';

const ofOne = (written: string, says: string, work: (value: number) => number): FunctionDefinition => ({
  written,
  says,
  params: ['number'],
  result: NUMBER,
  work: (_, value: number) => finite(work(value)),
});

/** No double has more places than these before or behind its point that mean something. */
const MOST_PLACES = 20;

/** Halves go away from zero, and what is a half without noise is one: 1.005 * 100 is 100.49999999999999. */
const roundTo = (value: number, places: number): number | null => {
  if (!Number.isInteger(places) || Math.abs(places) > MOST_PLACES) return null;
  const size = 10 ** Math.abs(places);
  const scaled = finite(Math.abs(places >= 0 ? value * size : value / size));
  if (scaled === null) return value;
  const rounded = Math.sign(value) * Math.round(scaled);
  return finite(places >= 0 ? rounded / size : rounded * size);
};

/** The values of the arguments that have one; a field in a repeat gives that of each entry. */
const valuesOf = (args: readonly Bound[]): ((...told: Parameters<Evaluate>) => number[]) => {
  const [first] = args;
  if (args.length === 1 && first!.type.isMany) {
    return (...told) => (first!.evaluate(...told) as (number | null)[]).filter((value) => value !== null);
  }
  return (...told) =>
    args
      .flatMap(({ type, evaluate }) =>
        type.isMany ? (evaluate(...told) as (number | null)[]) : [evaluate(...told) as number | null],
      )
      .filter((value) => value !== null);
};

const numbersOf = (name: string, args: readonly Bound[]) =>
  valuesOf(args.map((arg) => need(arg, { ...NUMBER, isMany: arg.type.isMany }, sentence`What ${name} adds`)));

/** Numbers, or moments of one kind. */
const orderedOf = (name: string, args: readonly Bound[]): { type: Type; bound: readonly Bound[] } => {
  const bound = args.map((arg) =>
    isOrdered(arg.type)
      ? arg
      : need(arg, { ...NUMBER, isMany: arg.type.isMany }, sentence`What ${name} compares`),
  );
  const { base } = bound[0]!.type;
  const stranger = bound.find(({ type }) => type.base !== base);
  if (stranger) {
    throw new ExpressionRefused(
      stranger.at,
      sentence`${name} compares values of one type: this is ${TYPE_NAMES[stranger.type.base]}, the first is ${TYPE_NAMES[base]}.`,
    );
  }
  return { type: { base }, bound };
};

const extreme = (
  name: 'min' | 'max',
  isBetter: (one: number, other: number) => boolean,
): FunctionDefinition => ({
  written: `${name}(value, …)`,
  says: `the ${name === 'min' ? 'smallest or earliest' : 'largest or latest'} of the values, or of a field in a repeat`,
  count: [1, Number.POSITIVE_INFINITY],
  bind: ({ at, args }) => {
    const { type, bound } = orderedOf(name, args);
    const values = valuesOf(bound);
    return {
      at,
      type,
      evaluate: (...told) =>
        values(...told).reduce<number | null>(
          (best, value) => (best === null || isBetter(value, best) ? value : best),
          null,
        ),
    };
  },
});

/** Whatever is read as a number: a text that is one, 1 and 0 for true and false, the days since 1970 of a date. */
const READ_AS_NUMBER: Partial<Record<Type['base'], (value: never) => Value>> = {
  number: (value: number) => value,
  text: (value: string) => finite(readNumber(value) ?? Number.NaN),
  boolean: (value: boolean) => (value ? 1 : 0),
  date: (value: number) => value / DAY_MS,
  dateTime: (value: number) => value / DAY_MS,
};

export const numberFunctions = {
  number: {
    written: 'number(value)',
    says: 'the number that a text says; 1 or 0 for true or false; the days since 1970 of a date',
    count: [1, 1],
    bind: ({ at, args }) => {
      const [arg] = args as [Bound];
      if (arg.type.isMany) throw manyRefused(arg);
      const read = READ_AS_NUMBER[arg.type.base];
      if (!read) return need(arg, NUMBER, sentence`What number reads`);
      return {
        at,
        type: NUMBER,
        evaluate: (frame, given) => {
          const value = arg.evaluate(frame, given);
          given.budget.spend(typeof value === 'string' ? CALL_STEPS + stepsOf(value) : CALL_STEPS);
          return value === null ? null : read(value as never);
        },
      };
    },
  },
  int: {
    written: 'int(number)',
    says: 'the number without what stands behind its point',
    params: ['number'],
    result: NUMBER,
    work: (_, value: number) => Math.trunc(value),
  },
  floor: ofOne('floor(number)', 'the whole number at it or next below', Math.floor),
  ceiling: ofOne('ceiling(number)', 'the whole number at it or next above', Math.ceil),
  round: {
    written: 'round(number, places?)',
    says: 'the number rounded to places behind the point, to none without; halves go away from zero',
    params: ['number', 'number'],
    optional: 1,
    result: NUMBER,
    work: (_, value: number, places = 0) => roundTo(value, places),
  },
  pow: {
    written: 'pow(number, exponent)',
    says: 'the power',
    params: ['number', 'number'],
    result: NUMBER,
    work: (_, value: number, exponent: number) => finite(value ** exponent),
  },
  atan2: {
    written: 'atan2(y, x)',
    says: 'the angle of a point, in radians',
    params: ['number', 'number'],
    result: NUMBER,
    work: (_, y: number, x: number) => finite(Math.atan2(y, x)),
  },
  pi: { written: 'pi()', says: '3.14159265358979', params: [], result: NUMBER, work: () => Math.PI },
  abs: ofOne('abs(number)', 'the number without its sign', Math.abs),
  sqrt: ofOne('sqrt(number)', 'the square root; none of a negative number', Math.sqrt),
  exp: ofOne('exp(number)', 'e to the power of the number', Math.exp),
  exp10: ofOne('exp10(number)', '10 to the power of the number', (value) => 10 ** value),
  log: ofOne('log(number)', 'the natural logarithm', Math.log),
  log10: ofOne('log10(number)', 'the decimal logarithm', Math.log10),
  sin: ofOne('sin(number)', 'the sine of an angle in radians', Math.sin),
  cos: ofOne('cos(number)', 'the cosine of an angle in radians', Math.cos),
  tan: ofOne('tan(number)', 'the tangent of an angle in radians', Math.tan),
  asin: ofOne('asin(number)', 'the angle in radians that has this sine', Math.asin),
  acos: ofOne('acos(number)', 'the angle in radians that has this cosine', Math.acos),
  atan: ofOne('atan(number)', 'the angle in radians that has this tangent', Math.atan),
  min: extreme('min', (one, other) => one < other),
  max: extreme('max', (one, other) => one > other),
  sum: {
    written: 'sum(number, …)',
    says: 'the sum of the numbers, or of a field in a repeat; what has no value adds nothing',
    count: [1, Number.POSITIVE_INFINITY],
    bind: ({ at, args }) => {
      const numbers = numbersOf('sum', args);
      return {
        at,
        type: NUMBER,
        evaluate: (...told) => finite(numbers(...told).reduce((total, value) => total + value, 0)),
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
