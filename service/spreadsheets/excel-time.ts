import { formatLocalDateAndTime, parseDate, parseTime } from '#workbook-engine/iso-8601.ts';

const DAY_MS = 86_400_000;
/** Excel counts from 1900-01-01 and includes a nonexistent 29 February 1900. */
const DAYS_TO_1970 = 25_569;
/** Before 1900-03-01, applications without Excel's leap year bug use different numbers. */
const FIRST_CORRECT_DAY = 61;
const FIRST_DAY_OF_10000 = 2_958_466;

/** Returns undefined before March 1900 and after the year 9999. */
export const toExcelDate = (date: string): number | undefined => toExcelNumber(parseDate(date)!);

/** Returns a fraction of a day. */
export const toExcelTime = (time: string): number => parseTime(time)! / 86_400;

/** Rounds down to the second. */
export const toExcelInstant = (instant: string, timeZone: string): number | undefined => {
  const milliseconds = Math.floor(Date.parse(instant) / 1000) * 1000;
  return toExcelNumber(milliseconds + getOffset(milliseconds, timeZone));
};

const toExcelNumber = (milliseconds: number): number | undefined => {
  const number = milliseconds / DAY_MS + DAYS_TO_1970;
  return number >= FIRST_CORRECT_DAY && number < FIRST_DAY_OF_10000 ? number : undefined;
};

/** Calculating an offset takes 4 µs, which used to be a third of the export time. */
const getOffset = (instant: number, timeZone: string): number => {
  const day = Math.floor(instant / DAY_MS);
  const key = `${day} ${timeZone}`;
  let offset = cachedOffsets.get(key);
  if (offset === undefined) {
    const startOffset = calculateOffset(day * DAY_MS, timeZone);
    offset = calculateOffset((day + 1) * DAY_MS, timeZone) === startOffset ? startOffset : CLOCK_CHANGE;
    if (cachedOffsets.size >= MAX_CACHED_DAYS) cachedOffsets.clear();
    cachedOffsets.set(key, offset);
  }
  return Number.isNaN(offset) ? calculateOffset(instant, timeZone) : offset;
};

const cachedOffsets = new Map<string, number>();
const MAX_CACHED_DAYS = 10_000;
/** The cached value for a day on which the clocks change. */
const CLOCK_CHANGE = Number.NaN;

const calculateOffset = (instant: number, timeZone: string): number => {
  const { date, time } = formatLocalDateAndTime(instant, timeZone);
  return Date.parse(`${date}T${time}Z`) - instant;
};
