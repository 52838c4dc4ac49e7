import { msg } from '#i18n/message.ts';
import {
  formatLocalDateAndTime,
  parseDate,
  parseDateTime,
  parseTime,
  startOfDay,
} from '#workbook-engine/iso-8601.ts';
import { type Bound, convert, createManyValuesError, requireType } from './bound.ts';
import { formatDateTime } from './format-date-time.ts';
import type { FunctionDefinition } from './functions.ts';
import { DATE, DATE_TIME, NUMBER, TEXT, TIME, type Type } from './types.ts';
import {
  DAY_MS,
  type Evaluation,
  formatIsoDay,
  formatTime,
  toFinite,
  toValidInstant,
  type Value,
} from './value.ts';

/** Returns null if the year is 10000, as in some time zones in the last hours of 9999 (UTC). */
const toLocalDate = (instant: number, timeZone: string): number | null =>
  parseDate(formatLocalDateAndTime(instant, timeZone).date) ?? null;

const QUARTER_MS = 900_000;
/** Dates are cached per quarter of an hour: in every time zone, days start at the beginning of one. */
const currentDates = new Map<string, { quarter: number; date: number | null }>();

/** Without the cache, this would take 4 µs, possibly for every answer in a form. */
const getCurrentDate = (now: number, timeZone: string): number | null => {
  const quarter = Math.floor(now / QUARTER_MS);
  const cached = currentDates.get(timeZone);
  if (cached?.quarter === quarter) return cached.date;
  const date = toLocalDate(now, timeZone);
  currentDates.set(timeZone, { quarter, date });
  return date;
};

const toLocalTime = (instant: number, timeZone: string): number =>
  parseTime(formatLocalDateAndTime(instant, timeZone).time)!;

/** The maximum cost of converting an instant to local time with Intl. */
const LOCAL_TIME_COST = 80;
/** The maximum cost per pattern character. The most expensive code is `%a`, the name of a weekday. */
const CODE_COST = 8;

type Conversions = Partial<Record<Type['base'], (value: never, evaluation: Evaluation) => Value>>;

/** If an argument has none of the types in `conversions`, the error message asks for the first of them. */
const defineConversion = (
  documentation: { signature: string; description: string },
  result: Type,
  conversions: Conversions,
): FunctionDefinition => ({
  ...documentation,
  arity: [1, 1],
  bind: ({ position, args }) => {
    const [arg] = args as [Bound];
    if (arg.type.isRepeated) throw createManyValuesError(arg);
    const [firstType] = Object.keys(conversions) as [Type['base']];
    const convertValue = conversions[arg.type.base];
    const { evaluate } = convertValue
      ? arg
      : requireType(arg, { base: firstType }, msg`The argument of ${documentation.signature.split('(')[0]!}`);
    return {
      position,
      type: result,
      evaluate: (frame, evaluation) => {
        const value = evaluate(frame, evaluation);
        evaluation.budget.spend(LOCAL_TIME_COST);
        return value === null ? null : (convertValue ?? conversions[firstType]!)(value as never, evaluation);
      },
    };
  },
});

const defineFormatter = (name: string): FunctionDefinition => ({
  signature: `${name}(date, 'pattern')`,
  description:
    'the date in the format of the pattern: %Y or %y year (%y: two digits), %m or %n month, %b month name, %d or %e day, %a weekday name, %H or %h hour, %M minute, %S second; %n, %e and %h have no leading zero',
  arity: [2, 2],
  bind: ({ position, args }) => {
    const [arg, patternArg] = args as [Bound, Bound];
    const { evaluate: pattern } = requireType(patternArg, TEXT, msg`The pattern`);
    const { base } = arg.type;
    const date =
      base === 'time'
        ? arg
        : (convert(arg, DATE) ?? requireType(arg, DATE_TIME, msg`The first argument of ${name}`));
    return {
      position,
      type: TEXT,
      evaluate: (frame, evaluation) => {
        const value = date.evaluate(frame, evaluation) as number | null;
        if (value === null) return '';
        const codes = String(pattern(frame, evaluation) ?? '');
        evaluation.budget.spend(LOCAL_TIME_COST + CODE_COST * codes.length);
        return formatDateTime(codes, toLocalParts(date.type, value, evaluation), evaluation.language);
      },
    };
  },
});

const toLocalParts = ({ base }: Type, value: number, { timeZone }: Evaluation) => {
  if (base === 'date') return { date: formatIsoDay(value), time: '00:00:00' };
  // Times have no date, so any will do.
  if (base === 'time') return { date: '1970-01-01', time: formatTime(value) };
  return formatLocalDateAndTime(value, timeZone);
};

export const dateFunctions = {
  today: {
    signature: 'today()',
    description: "the current date in the team's time zone",
    params: [],
    result: DATE,
    call: ({ now, timeZone }) => getCurrentDate(now, timeZone),
  },
  now: {
    signature: 'now()',
    description: 'the current date and time',
    params: [],
    result: DATE_TIME,
    call: ({ now }) => now,
  },
  date: defineConversion(
    {
      signature: 'date(value)',
      description:
        "the date in a text, the date of a date and time in the team's time zone, or the date this many days after 1 January 1970",
    },
    DATE,
    {
      date: (value: number) => value,
      text: (value: string, { timeZone }) => {
        const instant = parseDateTime(value);
        return instant === undefined ? (parseDate(value) ?? null) : toLocalDate(instant, timeZone);
      },
      dateTime: (value: number, { timeZone }) => toLocalDate(value, timeZone),
      number: (value: number) => toValidInstant(Math.floor(value) * DAY_MS),
    },
  ),
  'date-time': defineConversion(
    {
      signature: 'date-time(value)',
      description:
        "the date and time in a text, the start of a date in the team's time zone, or the time this many days after 1 January 1970",
    },
    DATE_TIME,
    {
      dateTime: (value: number) => value,
      text: (value: string, { timeZone }) => {
        const day = parseDate(value);
        return day === undefined ? (parseDateTime(value) ?? null) : startOfDay(formatIsoDay(day), timeZone);
      },
      date: (value: number, { timeZone }) => startOfDay(formatIsoDay(value), timeZone),
      number: (value: number) => toValidInstant(value * DAY_MS),
    },
  ),
  time: defineConversion(
    {
      signature: 'time(value)',
      description: "the time in a text, or the time of a date and time in the team's time zone",
    },
    TIME,
    {
      time: (value: number) => value,
      text: (value: string) => parseTime(value) ?? null,
      dateTime: (value: number, { timeZone }) => toLocalTime(value, timeZone),
    },
  ),
  'decimal-date-time': defineConversion(
    {
      signature: 'decimal-date-time(date)',
      description: 'the number of days from 1 January 1970 to a date, or to a date and time',
    },
    NUMBER,
    {
      date: (value: number) => value / DAY_MS,
      dateTime: (value: number) => toFinite(value / DAY_MS),
    },
  ),
  'decimal-time': defineConversion(
    {
      signature: 'decimal-time(time)',
      description: 'the time as a fraction of the day, such as 0.5 for noon',
    },
    NUMBER,
    {
      time: (value: number) => toFinite((value * 1_000) / DAY_MS),
      dateTime: (value: number, { timeZone }) => toFinite((toLocalTime(value, timeZone) * 1_000) / DAY_MS),
    },
  ),
  'format-date': defineFormatter('format-date'),
  'format-date-time': defineFormatter('format-date-time'),
} satisfies Readonly<Record<string, FunctionDefinition>>;
