import { sentence } from '#sentences/sentence.ts';
import { localDateAndTime, readDay, readInstant, readTime, startOfDay } from '#workbook-engine/iso-8601.ts';
import { type Bound, converted, manyRefused, need } from './bound.ts';
import { formatMoment } from './format-moment.ts';
import type { FunctionDefinition } from './functions.ts';
import { DATE, DATE_TIME, NUMBER, TEXT, TIME, type Type } from './types.ts';
import { DAY_MS, dayText, finite, type Given, moment, timeText, type Value } from './value.ts';

/** At the last hours of the year 9999 it can be 10000 elsewhere, which is no day that can be written. */
const dayOf = (instant: number, timeZone: string): number | null =>
  readDay(localDateAndTime(instant, timeZone).date) ?? null;

const QUARTER_MS = 900_000;
/** By time zone, the day of the latest quarter of an hour that was asked for: on all clocks a day begins with one. */
const days = new Map<string, { quarter: number; day: number | null }>();

/** The day it is. Asked of Intl it takes 4 µs, and a form may ask for each of its answers. */
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

/** Steps of asking Intl what a clock on the wall says, at worst. */
const CLOCK_STEPS = 80;
/** Steps of a letter of a pattern: at worst half of a code for the name of a day. */
const CODE_STEPS = 8;

/** What a value of each type is read as; a type that is missing is refused. */
type Readings = Partial<Record<Type['base'], (value: never, given: Given) => Value>>;

/** A function of one value that reads it by its type; the first type that it reads is the one it asks for. */
const reading = (
  described: { written: string; says: string },
  result: Type,
  readings: Readings,
): FunctionDefinition => ({
  ...described,
  count: [1, 1],
  bind: ({ at, args }) => {
    const [arg] = args as [Bound];
    if (arg.type.isMany) throw manyRefused(arg);
    const [wanted] = Object.keys(readings) as [Type['base']];
    const read = readings[arg.type.base];
    const { evaluate } = read
      ? arg
      : need(arg, { base: wanted }, sentence`What ${described.written.split('(')[0]!} reads`);
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

/** A function that writes a moment as the codes of a pattern say. */
const formatting = (name: string): FunctionDefinition => ({
  written: `${name}(date, 'pattern')`,
  says: 'the date as the pattern says: %Y year, %m month, %d day, %H hour, %M minute, %S second, %b and %a names',
  count: [2, 2],
  bind: ({ at, args }) => {
    const [arg, given] = args as [Bound, Bound];
    const { evaluate: pattern } = need(given, TEXT, sentence`The pattern`);
    const { base } = arg.type;
    const of =
      base === 'time' ? arg : (converted(arg, DATE) ?? need(arg, DATE_TIME, sentence`What ${name} writes`));
    return {
      at,
      type: TEXT,
      evaluate: (frame, told) => {
        const value = of.evaluate(frame, told) as number | null;
        if (value === null) return '';
        const codes = String(pattern(frame, told) ?? '');
        told.budget.spend(CLOCK_STEPS + CODE_STEPS * codes.length);
        return formatMoment(codes, localParts(of.type, value, told), told.language);
      },
    };
  },
});

/** The day and the time of day of a value, as they are in the time zone. */
const localParts = ({ base }: Type, value: number, { timeZone }: Given) => {
  if (base === 'date') return { date: dayText(value), time: '00:00:00' };
  // A time of day has no date of its own; the first is as good as any.
  if (base === 'time') return { date: '1970-01-01', time: timeText(value) };
  return localDateAndTime(value, timeZone);
};

export const dateFunctions = {
  today: {
    written: 'today()',
    says: "the day it is, in the team's time zone",
    params: [],
    result: DATE,
    work: ({ now, timeZone }) => today(now, timeZone),
  },
  now: {
    written: 'now()',
    says: 'the moment it is',
    params: [],
    result: DATE_TIME,
    work: ({ now }) => now,
  },
  date: reading(
    {
      written: 'date(value)',
      says: "the day that a text says, of a date with time in the team's time zone, or as many days after 1970",
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
      written: 'date-time(value)',
      says: "the moment that a text says, a day begins in the team's time zone, or so many days after 1970",
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
    { written: 'time(value)', says: 'the time of day that a text says, or of a date with time' },
    TIME,
    {
      time: (value: number) => value,
      text: (value: string) => readTime(value) ?? null,
      dateTime: (value: number, { timeZone }) => timeOf(value, timeZone),
    },
  ),
  'decimal-date-time': reading(
    { written: 'decimal-date-time(date)', says: 'the days from 1970 to a date, or to a date with time' },
    NUMBER,
    {
      date: (value: number) => value / DAY_MS,
      dateTime: (value: number) => finite(value / DAY_MS),
    },
  ),
  'decimal-time': reading(
    { written: 'decimal-time(time)', says: 'the part of the day that has gone by: 0.5 at noon' },
    NUMBER,
    {
      time: (value: number) => finite((value * 1_000) / DAY_MS),
      dateTime: (value: number, { timeZone }) => finite((timeOf(value, timeZone) * 1_000) / DAY_MS),
    },
  ),
  'format-date': formatting('format-date'),
  'format-date-time': formatting('format-date-time'),
} satisfies Readonly<Record<string, FunctionDefinition>>;
