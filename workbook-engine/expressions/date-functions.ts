import { sentence } from '#i18n/sentence.ts';
import { localDateAndTime, readDay, readInstant, readTime, startOfDay } from '#workbook-engine/iso-8601.ts';
import { type Bound, converted, manyValuesError, requireType } from './bound.ts';
import { formatDateTime } from './format-date-time.ts';
import type { FunctionDefinition } from './functions.ts';
import { DATE, DATE_TIME, NUMBER, TEXT, TIME, type Type } from './types.ts';
import { DAY_MS, dayText, finite, type Given, moment, timeText, type Value } from './value.ts';

/** In the last hours of the year 9999 the local year can be 10000, which is not a valid date. */
const dayOf = (instant: number, timeZone: string): number | null =>
  readDay(localDateAndTime(instant, timeZone).date) ?? null;

const QUARTER_MS = 900_000;
/** By time zone, the date in the quarter of an hour that was last used. In all time zones a date starts on a quarter of an hour. */
const days = new Map<string, { quarter: number; day: number | null }>();

/** The current date. Intl takes 4 µs, and a form may need it for each of its answers. */
const today = (now: number, timeZone: string): number | null => {
  const quarter = Math.floor(now / QUARTER_MS);
  const known = days.get(timeZone);
  if (known?.quarter === quarter) return known.day;
  const day = dayOf(now, timeZone);
  days.set(timeZone, { quarter, day });
  return day;
};

const timeOf = (instant: number, timeZone: string): number =>
  readTime(localDateAndTime(instant, timeZone).time)!;

/** Steps for a local date and time from Intl, in the worst case. */
const CLOCK_STEPS = 80;
/** Steps for a character of a pattern: in the worst case half of a code for the name of a day. */
const CODE_STEPS = 8;

/** How a value of each type is converted; other types are rejected. */
type Readings = Partial<Record<Type['base'], (value: never, given: Given) => Value>>;

/** Defines a function that converts one value by its type. Error messages name the first of its types. */
const reading = (
  described: { signature: string; description: string },
  result: Type,
  readings: Readings,
): FunctionDefinition => ({
  ...described,
  count: [1, 1],
  bind: ({ at, args }) => {
    const [arg] = args as [Bound];
    if (arg.type.isMany) throw manyValuesError(arg);
    const [wanted] = Object.keys(readings) as [Type['base']];
    const read = readings[arg.type.base];
    const { evaluate } = read
      ? arg
      : requireType(arg, { base: wanted }, sentence`The argument of ${described.signature.split('(')[0]!}`);
    return {
      at,
      type: result,
      evaluate: (frame, given) => {
        const value = evaluate(frame, given);
        given.budget.spend(CLOCK_STEPS);
        return value === null ? null : (read ?? readings[wanted]!)(value as never, given);
      },
    };
  },
});

/** Defines a function that formats a date or time with a pattern. */
const formatting = (name: string): FunctionDefinition => ({
  signature: `${name}(date, 'pattern')`,
  description:
    'the date in the format of the pattern: %Y year, %m month, %d day, %H hour, %M minute, %S second, %b month name, %a weekday name',
  count: [2, 2],
  bind: ({ at, args }) => {
    const [arg, given] = args as [Bound, Bound];
    const { evaluate: pattern } = requireType(given, TEXT, sentence`The pattern`);
    const { base } = arg.type;
    const of =
      base === 'time'
        ? arg
        : (converted(arg, DATE) ?? requireType(arg, DATE_TIME, sentence`The first argument of ${name}`));
    return {
      at,
      type: TEXT,
      evaluate: (frame, context) => {
        const value = of.evaluate(frame, context) as number | null;
        if (value === null) return '';
        const codes = String(pattern(frame, context) ?? '');
        context.budget.spend(CLOCK_STEPS + CODE_STEPS * codes.length);
        return formatDateTime(codes, localParts(of.type, value, context), context.language);
      },
    };
  },
});

/** The date and time of a value in the time zone. */
const localParts = ({ base }: Type, value: number, { timeZone }: Given) => {
  if (base === 'date') return { date: dayText(value), time: '00:00:00' };
  // A time has no date; any date will do.
  if (base === 'time') return { date: '1970-01-01', time: timeText(value) };
  return localDateAndTime(value, timeZone);
};

export const dateFunctions = {
  today: {
    signature: 'today()',
    description: "the current date in the team's time zone",
    params: [],
    result: DATE,
    work: ({ now, timeZone }) => today(now, timeZone),
  },
  now: {
    signature: 'now()',
    description: 'the current date and time',
    params: [],
    result: DATE_TIME,
    work: ({ now }) => now,
  },
  date: reading(
    {
      signature: 'date(value)',
      description:
        "the date in a text, the date of a date and time in the team's time zone, or the date this many days after 1 January 1970",
    },
    DATE,
    {
      date: (value: number) => value,
      text: (value: string, { timeZone }) => {
        const instant = readInstant(value);
        return instant === undefined ? (readDay(value) ?? null) : dayOf(instant, timeZone);
      },
      dateTime: (value: number, { timeZone }) => dayOf(value, timeZone),
      number: (value: number) => moment(Math.floor(value) * DAY_MS),
    },
  ),
  'date-time': reading(
    {
      signature: 'date-time(value)',
      description:
        "the date and time in a text, the start of a date in the team's time zone, or the time this many days after 1 January 1970",
    },
    DATE_TIME,
    {
      dateTime: (value: number) => value,
      text: (value: string, { timeZone }) => {
        const day = readDay(value);
        return day === undefined ? (readInstant(value) ?? null) : startOfDay(dayText(day), timeZone);
      },
      date: (value: number, { timeZone }) => startOfDay(dayText(value), timeZone),
      number: (value: number) => moment(value * DAY_MS),
    },
  ),
  time: reading(
    {
      signature: 'time(value)',
      description: "the time in a text, or the time of a date and time in the team's time zone",
    },
    TIME,
    {
      time: (value: number) => value,
      text: (value: string) => readTime(value) ?? null,
      dateTime: (value: number, { timeZone }) => timeOf(value, timeZone),
    },
  ),
  'decimal-date-time': reading(
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
  'decimal-time': reading(
    {
      signature: 'decimal-time(time)',
      description: 'the time as a fraction of the day, such as 0.5 for noon',
    },
    NUMBER,
    {
      time: (value: number) => finite((value * 1_000) / DAY_MS),
      dateTime: (value: number, { timeZone }) => finite((timeOf(value, timeZone) * 1_000) / DAY_MS),
    },
  ),
  'format-date': formatting('format-date'),
  'format-date-time': formatting('format-date-time'),
} satisfies Readonly<Record<string, FunctionDefinition>>;
