import { type RawBuilder, sql } from 'kysely';
import type { EdmType } from './edm.ts';

/* The functions of the query language (MS-ODATA 2.2.3.6.1.1.5), typed as in ODataLib. */

type Sql = RawBuilder<unknown>;

export type Overload = {
  parameters: readonly EdmType[];
  returns: EdmType;
  sql(...args: Sql[]): Sql;
  /** True only if the argument `part` occurs in the argument `text`. */
  contains?: { text: number; part: number };
};

const createOverload = (
  parameters: readonly EdmType[],
  returns: EdmType,
  toSql: Overload['sql'],
  contains?: Overload['contains'],
): Overload => ({ parameters, returns, sql: toSql, ...(contains && { contains }) });

/** The characters trimmed by .NET: Unicode whitespace. */
const WHITESPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

/** External IDs have the collation C, in which these functions change only ASCII letters. Strings are compared in C. */
const foldCase = (name: 'lower' | 'upper', text: Sql): Sql =>
  sql`(${sql.raw(name)}(${text} collate "default") collate "C")`;

const createInstantPart = (part: string): Overload[] => {
  const toSql = (instant: Sql) =>
    sql`trunc(extract(${sql.raw(part)} from ${instant} at time zone 'UTC'))::integer`;
  return [createOverload(['DateTime'], 'Int32', toSql), createOverload(['DateTimeOffset'], 'Int32', toSql)];
};

/** Extracts a duration component, such as the minutes, whose unit is `ticks` ticks long. */
const createTimePart = (ticks: bigint, unitsPerLargerUnit: number): Overload =>
  createOverload(
    ['Time'],
    'Int32',
    (time) => sql`(${time} / ${sql.lit(ticks)}::bigint % ${sql.lit(unitsPerLargerUnit)})::integer`,
  );

const createRounding = (decimalFunction: string, doubleFunction = decimalFunction): Overload[] => [
  createOverload(['Decimal'], 'Decimal', (number) => sql`${sql.raw(decimalFunction)}(${number!})`),
  createOverload(['Double'], 'Double', (number) => sql`${sql.raw(doubleFunction)}(${number!})`),
];

const TICKS = { second: 10_000_000n, minute: 600_000_000n, hour: 36_000_000_000n };

/** Overloads are tried in order. String positions start at 0. */
export const FUNCTIONS: Readonly<Record<string, readonly Overload[]>> = {
  substringof: [
    createOverload(['String', 'String'], 'Boolean', (part, text) => sql`(strpos(${text!}, ${part!}) > 0)`, {
      text: 1,
      part: 0,
    }),
  ],
  startswith: [
    createOverload(['String', 'String'], 'Boolean', (text, start) => sql`starts_with(${text!}, ${start!})`, {
      text: 0,
      part: 1,
    }),
  ],
  endswith: [
    createOverload(['String', 'String'], 'Boolean', (text, end) => sql`odata_ends_with(${text!}, ${end!})`, {
      text: 0,
      part: 1,
    }),
  ],
  length: [createOverload(['String'], 'Int32', (text) => sql`length(${text!})`)],
  indexof: [
    createOverload(['String', 'String'], 'Int32', (text, part) => sql`(strpos(${text!}, ${part!}) - 1)`),
  ],
  replace: [
    createOverload(
      ['String', 'String', 'String'],
      'String',
      (text, part, replacement) => sql`odata_replace(${text!}, ${part!}, ${replacement!})`,
    ),
  ],
  // Clamps positions outside the string, where .NET would throw.
  substring: [
    createOverload(['String', 'Int32'], 'String', (text, start) => sql`odata_substring(${text!}, ${start!})`),
    createOverload(
      ['String', 'Int32', 'Int32'],
      'String',
      (text, start, length) => sql`odata_substring(${text!}, ${start!}, ${length!})`,
    ),
  ],
  tolower: [createOverload(['String'], 'String', (text) => foldCase('lower', text!))],
  toupper: [createOverload(['String'], 'String', (text) => foldCase('upper', text!))],
  trim: [createOverload(['String'], 'String', (text) => sql`btrim(${text!}, ${WHITESPACE})`)],
  concat: [createOverload(['String', 'String'], 'String', (left, right) => sql`(${left!} || ${right!})`)],

  year: createInstantPart('year'),
  month: createInstantPart('month'),
  day: createInstantPart('day'),
  hour: [...createInstantPart('hour'), createTimePart(TICKS.hour, 24)],
  minute: [...createInstantPart('minute'), createTimePart(TICKS.minute, 60)],
  second: [...createInstantPart('second'), createTimePart(TICKS.second, 60)],

  round: createRounding('round', 'odata_round'),
  floor: createRounding('floor'),
  ceiling: createRounding('ceil'),
};
