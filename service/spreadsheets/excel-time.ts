import { localDateAndTime, readDay, readTime } from '#workbook-engine/iso-8601.ts';

const DAY = 86_400_000;
/** 1970-01-01, counted from 1900-01-01 on and with the 29th of February that 1900 has in Excel. */
const DAYS_TO_1970 = 25_569;
/** 1900-03-01. Days before it have other numbers in programs that do not believe in that one. */
const AFTER_LEAP_BUG = 61;
/** 10000-01-01, which Excel knows no more. */
const AFTER_LAST_DAY = 2_958_466;

/** A calendar day as spreadsheets count days; undefined before March 1900 and after 9999. */
export const excelDay = (day: string): number | undefined => excelNumber(readDay(day)!);

/** A time of day as a part of a day. */
export const excelTime = (time: string): number => readTime(time)! / 86_400;

/** An instant as the clocks of a time zone showed it, to the second. */
export const excelInstant = (instant: string, timeZone: string): number | undefined => {
  const milliseconds = Math.floor(Date.parse(instant) / 1000) * 1000;
  return excelNumber(milliseconds + offsetAt(milliseconds, timeZone));
};

const excelNumber = (milliseconds: number): number | undefined => {
  const number = milliseconds / DAY + DAYS_TO_1970;
  return number >= AFTER_LEAP_BUG && number < AFTER_LAST_DAY ? number : undefined;
};

/**
 * How far the clocks of a time zone are ahead of UTC, in milliseconds. Asking costs 4 µs, a third of the time of a file,
 * so it is asked once for every day on which they stay as they are.
 */
const offsetAt = (instant: number, timeZone: string): number => {
  const day = Math.floor(instant / DAY);
  const key = `${day} ${timeZone}`;
  let offset = offsetOfDays.get(key);
  if (offset === undefined) {
    const atStart = askOffset(day * DAY, timeZone);
    offset = askOffset((day + 1) * DAY, timeZone) === atStart ? atStart : CHANGES;
    if (offsetOfDays.size >= REMEMBERED_DAYS) offsetOfDays.clear();
    offsetOfDays.set(key, offset);
  }
  return Number.isNaN(offset) ? askOffset(instant, timeZone) : offset;
};

const offsetOfDays = new Map<string, number>();
const REMEMBERED_DAYS = 10_000;
/** Of a day on which the clocks go on or back. */
const CHANGES = Number.NaN;

const askOffset = (instant: number, timeZone: string): number => {
  const { date, time } = localDateAndTime(instant, timeZone);
  return Date.parse(`${date}T${time}Z`) - instant;
};
