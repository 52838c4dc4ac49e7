import { localDateAndTime, parseDate, parseTime } from '#workbook-engine/iso-8601.ts';

const DAY = 86_400_000;
/** Day number of 1970-01-01 in Excel, which counts from 1900-01-01 and includes a 29 February 1900. */
const DAYS_TO_1970 = 25_569;
/** 1900-03-01. Before this date, applications without the leap year bug use other numbers. */
const AFTER_LEAP_BUG = 61;
/** 10000-01-01, which Excel does not support. */
const AFTER_LAST_DAY = 2_958_466;

/** The Excel number of a date; undefined before March 1900 and after 9999. */
export const excelDate = (date: string): number | undefined => excelNumber(parseDate(date)!);

/** The Excel number of a time of day: a fraction of a day. */
export const excelTime = (time: string): number => parseTime(time)! / 86_400;

/** The Excel number of an instant in a time zone, rounded down to a second. */
export const excelInstant = (instant: string, timeZone: string): number | undefined => {
  const milliseconds = Math.floor(Date.parse(instant) / 1000) * 1000;
  return excelNumber(milliseconds + offsetAt(milliseconds, timeZone));
};

const excelNumber = (milliseconds: number): number | undefined => {
  const number = milliseconds / DAY + DAYS_TO_1970;
  return number >= AFTER_LEAP_BUG && number < AFTER_LAST_DAY ? number : undefined;
};

/**
 * The UTC offset of a time zone in milliseconds. Calculating it takes 4 µs, which would be a third of the time of an
 * export, so it is cached for days without a clock change.
 */
const offsetAt = (instant: number, timeZone: string): number => {
  const day = Math.floor(instant / DAY);
  const key = `${day} ${timeZone}`;
  let offset = offsetOfDays.get(key);
  if (offset === undefined) {
    const atStart = calculateOffset(day * DAY, timeZone);
    offset = calculateOffset((day + 1) * DAY, timeZone) === atStart ? atStart : CHANGES;
    if (offsetOfDays.size >= MAX_CACHED_DAYS) offsetOfDays.clear();
    offsetOfDays.set(key, offset);
  }
  return Number.isNaN(offset) ? calculateOffset(instant, timeZone) : offset;
};

const offsetOfDays = new Map<string, number>();
const MAX_CACHED_DAYS = 10_000;
/** The cached value for a day on which the clocks change. */
const CHANGES = Number.NaN;

const calculateOffset = (instant: number, timeZone: string): number => {
  const { date, time } = localDateAndTime(instant, timeZone);
  return Date.parse(`${date}T${time}Z`) - instant;
};
