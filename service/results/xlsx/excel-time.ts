import { localDateAndTime, readDay, readTime } from '#workbook-engine/iso-8601.ts';

const DAY = 86_400_000;
/** 1970-01-01, counted from the day before 1900-01-01 and with the 29th of February that 1900 has in Excel. */
const DAYS_TO_1970 = 25_569;
/** 1900-03-01, the first day after that one. */
const AFTER_LEAP_BUG = 61;

/** A calendar day as Excel counts days; undefined before 1900, when it knows none. */
export const excelDay = (day: string): number | undefined => {
  const counted = readDay(day)! / DAY + DAYS_TO_1970;
  const number = counted < AFTER_LEAP_BUG ? counted - 1 : counted;
  return number < 1 ? undefined : number;
};

/** A time of day as a part of a day. */
export const excelTime = (time: string): number => readTime(time)! / 86_400;

/** An instant as the clocks of a time zone showed it, to the second. */
export const excelInstant = (instant: string, timeZone: string): number | undefined => {
  const { date, time } = localDateAndTime(Date.parse(instant), timeZone);
  const day = excelDay(date);
  return day === undefined ? undefined : day + excelTime(time);
};
