import { type RawBuilder, sql } from 'kysely';
import type { EdmType } from './edm.ts';

/* The functions of the query language (MS-ODATA 2.2.3.6.1.1.5), with the same types as in ODataLib. */

type Sql = RawBuilder<unknown>;

export type Overload = { parameters: readonly EdmType[]; returns: EdmType; sql(...args: Sql[]): Sql };

const overload = (parameters: readonly EdmType[], returns: EdmType, toSql: Overload['sql']): Overload => ({
  parameters,
  returns,
  sql: toSql,
});

/** The characters that .NET trims, which are Unicode whitespace. */
const WHITESPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

/** Extracts part of an instant in UTC, without fractions. */
const instantPart = (part: string): Overload[] => {
  const toSql = (instant: Sql) =>
    sql`trunc(extract(${sql.raw(part)} from ${instant} at time zone 'UTC'))::integer`;
  return [overload(['DateTime'], 'Int32', toSql), overload(['DateTimeOffset'], 'Int32', toSql)];
};

/** Extracts part of a duration: its whole units of `ticks` ticks, without those that form larger units. */
const timePart = (ticks: bigint, unitsInLarger: number): Overload =>
  overload(
    ['Time'],
    'Int32',
    (time) => sql`(${time} / ${sql.lit(ticks)}::bigint % ${sql.lit(unitsInLarger)})::integer`,
  );

const rounding = (decimalFunction: string, doubleFunction = decimalFunction): Overload[] => [
  overload(['Decimal'], 'Decimal', (number) => sql`${sql.raw(decimalFunction)}(${number!})`),
  overload(['Double'], 'Double', (number) => sql`${sql.raw(doubleFunction)}(${number!})`),
];

const TICKS = { second: 10_000_000n, minute: 600_000_000n, hour: 36_000_000_000n };

/** Overloads are in the order in which they are tried. Positions are character indexes starting at 0. */
export const FUNCTIONS: Readonly<Record<string, readonly Overload[]>> = {
  substringof: [
    overload(['String', 'String'], 'Boolean', (part, text) => sql`(strpos(${text!}, ${part!}) > 0)`),
  ],
  startswith: [
    overload(['String', 'String'], 'Boolean', (text, start) => sql`starts_with(${text!}, ${start!})`),
  ],
  endswith: [
    overload(['String', 'String'], 'Boolean', (text, end) => sql`odata_ends_with(${text!}, ${end!})`),
  ],
  length: [overload(['String'], 'Int32', (text) => sql`length(${text!})`)],
  indexof: [overload(['String', 'String'], 'Int32', (text, part) => sql`(strpos(${text!}, ${part!}) - 1)`)],
  replace: [
    overload(
      ['String', 'String', 'String'],
      'String',
      (text, part, replacement) => sql`odata_replace(${text!}, ${part!}, ${replacement!})`,
    ),
  ],
  // A position outside the string is clamped, whereas .NET would throw.
  substring: [
    overload(['String', 'Int32'], 'String', (text, start) => sql`odata_substring(${text!}, ${start!})`),
    overload(
      ['String', 'Int32', 'Int32'],
      'String',
      (text, start, length) => sql`odata_substring(${text!}, ${start!}, ${length!})`,
    ),
  ],
  tolower: [overload(['String'], 'String', (text) => sql`lower(${text!})`)],
  toupper: [overload(['String'], 'String', (text) => sql`upper(${text!})`)],
  trim: [overload(['String'], 'String', (text) => sql`btrim(${text!}, ${WHITESPACE})`)],
  concat: [overload(['String', 'String'], 'String', (left, right) => sql`(${left!} || ${right!})`)],

  year: instantPart('year'),
  month: instantPart('month'),
  day: instantPart('day'),
  hour: [...instantPart('hour'), timePart(TICKS.hour, 24)],
  minute: [...instantPart('minute'), timePart(TICKS.minute, 60)],
  second: [...instantPart('second'), timePart(TICKS.second, 60)],

  round: rounding('round', 'odata_round'),
  floor: rounding('floor'),
  ceiling: rounding('ceil'),
};
