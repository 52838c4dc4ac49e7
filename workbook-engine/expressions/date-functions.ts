import { sentence } from '#i18n/sentence.ts';
import {
  localDateAndTime,
  parseDate,
  parseDateTime,
  parseTime,
  startOfDay,
} from '#workbook-engine/iso-8601.ts';
import { type Bound, convert, manyValuesError, requireType } from './bound.ts';
import { formatDateTime } from './format-date-time.ts';
import type { FunctionDefinition } from './functions.ts';
import { DATE, DATE_TIME, NUMBER, TEXT, TIME, type Type } from './types.ts';
import { DAY_MS, dayText, type Evaluation, finite, timeText, type Value, validInstant } from './value.ts';

/** The local date; null if its year is 10000, which is possible in the last hours of 9999. */
const localDate = (instant: number, timeZone: string): number | null =>
  parseDate(localDateAndTime(instant, timeZone).date) ?? null;

const QUARTER_MS = 900_000;
/** The current date by time zone, cached for a quarter of an hour. In all time zones, days start on a quarter of an hour. */
const currentDates = new Map<string, { quarter: number; date: number | null }>();

/** The current date. Uncached it takes 4 µs, and every answer of a form may need it. */
const today = (now: number, timeZone: string): number | null => {
  const quarter = Math.floor(now / QUARTER_MS);
  const cached = currentDates.get(timeZone);
  if (cached?.quarter === quarter) return cached.date;
  const date = localDate(now, timeZone);
  currentDates.set(timeZone, { quarter, date });
  return date;
};

const localTime = (instant: number, timeZone: string): number =>
  parseTime(localDateAndTime(instant, timeZone).time)!;

/** Maximum cost of converting an instant to local time with Intl. */
const LOCAL_TIME_COST = 80;
/** Maximum cost per character of a pattern. `%a`, the name of a weekday, is the most expensive code. */
const CODE_COST = 8;

/** Conversions by the type of the value; other types are rejected. */
type Conversions = Partial<Record<Type['base'], (value: never, evaluation: Evaluation) => Value>>;

/** Defines a function that converts a value by its type. For other types, error messages ask for the first type. */
const conversion = (
  documentation: { signature: string; description: string },
  result: Type,
  conversions: Conversions,
): FunctionDefinition => ({
  ...documentation,
  count: [1, 1],
  bind: ({ at, args }) => {
    const [arg] = args as [Bound];
    if (arg.type.isMany) throw manyValuesError(arg);
    const [firstType] = Object.keys(conversions) as [Type['base']];
    const convertValue = conversions[arg.type.base];
    const { evaluate } = convertValue
      ? arg
      : requireType(
          arg,
          { base: firstType },
          sentence`The argument of ${documentation.signature.split('(')[0]!}`,
        );
    return {
      at,
      type: result,
      evaluate: (frame, evaluation) => {
        const value = evaluate(frame, evaluation);
        evaluation.budget.spend(LOCAL_TIME_COST);
        return value === null ? null : (convertValue ?? conversions[firstType]!)(value as never, evaluation);
      },
    };
  },
});

/** Defines a function that formats a date or time with a pattern. */
const formatter = (name: string): FunctionDefinition => ({
  signature: `${name}(date, 'pattern')`,
  description:
    'the date in the format of the pattern: %Y year, %m month, %d day, %H hour, %M minute, %S second, %b month name, %a weekday name',
  count: [2, 2],
  bind: ({ at, args }) => {
    const [arg, patternArg] = args as [Bound, Bound];
    const { evaluate: pattern } = requireType(patternArg, TEXT, sentence`The pattern`);
    const { base } = arg.type;
    const date =
      base === 'time'
        ? arg
        : (convert(arg, DATE) ?? requireType(arg, DATE_TIME, sentence`The first argument of ${name}`));
    return {
      at,
      type: TEXT,
      evaluate: (frame, evaluation) => {
        const value = date.evaluate(frame, evaluation) as number | null;
        if (value === null) return '';
        const codes = String(pattern(frame, evaluation) ?? '');
        evaluation.budget.spend(LOCAL_TIME_COST + CODE_COST * codes.length);
        return formatDateTime(codes, localParts(date.type, value, evaluation), evaluation.language);
      },
    };
  },
});

/** The date and time of a value in the time zone. */
const localParts = ({ base }: Type, value: number, { timeZone }: Evaluation) => {
  if (base === 'date') return { date: dayText(value), time: '00:00:00' };
  // A time has no date; any date works.
  if (base === 'time') return { date: '1970-01-01', time: timeText(value) };
  return localDateAndTime(value, timeZone);
};

export const dateFunctions = {
  today: {
    signature: 'today()',
    description: "the current date in the team's time zone",
    params: [],
    result: DATE,
    call: ({ now, timeZone }) => today(now, timeZone),
  },
  now: {
    signature: 'now()',
    description: 'the current date and time',
    params: [],
    result: DATE_TIME,
    call: ({ now }) => now,
  },
  date: conversion(
    {
      signature: 'date(value)',
      description:
        "the date in a string, the date of a date and time in the team's time zone, or the date this many days after 1 January 1970",
    },
    DATE,
    {
      date: (value: number) => value,
      text: (value: string, { timeZone }) => {
        const instant = parseDateTime(value);
        return instant === undefined ? (parseDate(value) ?? null) : localDate(instant, timeZone);
      },
      dateTime: (value: number, { timeZone }) => localDate(value, timeZone),
      number: (value: number) => validInstant(Math.floor(value) * DAY_MS),
    },
  ),
  'date-time': conversion(
    {
      signature: 'date-time(value)',
      description:
        "the date and time in a string, the start of a date in the team's time zone, or the time this many days after 1 January 1970",
    },
    DATE_TIME,
    {
      dateTime: (value: number) => value,
      text: (value: string, { timeZone }) => {
        const day = parseDate(value);
        return day === undefined ? (parseDateTime(value) ?? null) : startOfDay(dayText(day), timeZone);
      },
      date: (value: number, { timeZone }) => startOfDay(dayText(value), timeZone),
      number: (value: number) => validInstant(value * DAY_MS),
    },
  ),
  time: conversion(
    {
      signature: 'time(value)',
      description: "the time in a string, or the time of a date and time in the team's time zone",
    },
    TIME,
    {
      time: (value: number) => value,
      text: (value: string) => parseTime(value) ?? null,
      dateTime: (value: number, { timeZone }) => localTime(value, timeZone),
    },
  ),
  'decimal-date-time': conversion(
    {
      signature: 'decimal-date-time(date)',
      description: 'the number of days from 1 January 1970 to a date, or to a date and time',
    },
    NUMBER,
    {
      date: (value: number) => value / DAY_MS,
      dateTime: (value: number) => finite(value / DAY_MS),
    },
  ),
  'decimal-time': conversion(
    {
      signature: 'decimal-time(time)',
      description: 'the time as a fraction of the day, such as 0.5 for noon',
    },
    NUMBER,
    {
      time: (value: number) => finite((value * 1_000) / DAY_MS),
      dateTime: (value: number, { timeZone }) => finite((localTime(value, timeZone) * 1_000) / DAY_MS),
    },
  ),
  'format-date': formatter('format-date'),
  'format-date-time': formatter('format-date-time'),
} satisfies Readonly<Record<string, FunctionDefinition>>;
