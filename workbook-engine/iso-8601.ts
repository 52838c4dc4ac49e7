// The parsers return comparable numbers, or undefined if the text is invalid. Parsing a date takes 40 ns digit by
// digit, 220 ns with a regular expression, and 600 ns with Date.parse.

const DAY_MS = 86_400_000;
const MAX_DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Parses the digits from `from` to `to` (exclusive). Returns NaN if a character is not a digit. */
const parseDigits = (text: string, from: number, to: number): number => {
  let number = 0;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
};

/** Parses `yyyy-MM-dd`, years 0001 to 9999. Returns the milliseconds from 1970 to the start of the day in UTC. */
export const parseDate = (text: string): number | undefined => {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const year = parseDigits(text, 0, 4);
  const month = parseDigits(text, 5, 7);
  const day = parseDigits(text, 8, 10);
  if (!(year >= 1 && day >= 1 && day <= (MAX_DAYS_OF_MONTH[month - 1] ?? 0))) return undefined;
  if (month === 2 && day === 29 && !isLeapYear(year)) return undefined;
  // Date.UTC would treat the years 0 to 99 as 1900 to 1999. The calendar repeats every 400 years.
  return Date.UTC(year + 400, month - 1, day) - 146_097 * DAY_MS;
};

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Parses `HH:mm` or `HH:mm:ss`. Returns the seconds since midnight. */
export const parseTime = (text: string): number | undefined => {
  if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)) return undefined;
  return Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6));
};

const SECONDS_AND_ZONE = /^(:\d\d(\.\d{1,7})?)?(Z|[+-]\d\d:\d\d)$/;
const FIRST_INSTANT = Date.UTC(1900, 0, 1);
const AFTER_LAST_INSTANT = Date.UTC(10_000, 0, 1);
/** The largest UTC offset of any time zone, in seconds. */
const MAX_OFFSET = 14 * 3600;

/**
 * Parses an ISO 8601 date and time with a time zone (`Z` or an offset), years 1900 to 9999 in UTC. Returns the
 * milliseconds since 1970. Accepts up to 7 fraction digits, but uses only 3 (decision T1).
 */
export const parseDateTime = (text: string): number | undefined => {
  if (text[10] !== 'T' || !SECONDS_AND_ZONE.test(text.slice(16))) return undefined;
  const zoneStart = text.endsWith('Z') ? text.length - 1 : text.length - 6;
  const day = parseDate(text.slice(0, 10));
  const seconds = parseTime(text.slice(11, Math.min(zoneStart, 19)));
  const offset = text.endsWith('Z') ? 0 : parseTime(text.slice(zoneStart + 1));
  if (day === undefined || seconds === undefined || offset === undefined) return undefined;
  if (offset > MAX_OFFSET) return undefined;
  const signedOffset = text[zoneStart] === '-' ? -offset : offset;
  const milliseconds = Number(text.slice(20, Math.min(zoneStart, 23)).padEnd(3, '0'));
  const instant = day + (seconds - signedOffset) * 1000 + milliseconds;
  return instant >= FIRST_INSTANT && instant < AFTER_LAST_INSTANT ? instant : undefined;
};

/** Converts a valid date and time to the format `yyyy-MM-ddTHH:mm:ss.fffZ`. */
export const toUtc = (text: string): string =>
  // Most devices already send this format, and formatting would be slower than parsing.
  /\.\d{3}Z$/.test(text) ? text : new Date(parseDateTime(text)!).toISOString();

/** The formats by time zone. Cached: creating one takes 50 µs, using it only 2 µs. */
const formats = new Map<string, Intl.DateTimeFormat>();

const getFormat = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    // Avoids Temporal: some browsers do not support it yet.
    format = new Intl.DateTimeFormat('en-US', {
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
};

/** Formats the date and time (`HH:mm:ss`) of an instant in a time zone (IANA name). */
export const formatLocalDateAndTime = (instant: number, timeZone: string): { date: string; time: string } => {
  if (timeZone === 'UTC') {
    const text = new Date(instant).toISOString();
    return { date: text.slice(0, 10), time: text.slice(11, 19) };
  }
  const parts = getFormat(timeZone).formatToParts(instant);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return {
    date: `${part.year!.padStart(4, '0')}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  };
};

/** Returns the start of a day (`yyyy-MM-dd`). If the clocks go forward at midnight, the day starts later. */
export const startOfDay = (day: string, timeZone: string): number => {
  const midnight = parseDate(day)!;
  const findOffset = (instant: number) => {
    const { date, time } = formatLocalDateAndTime(instant, timeZone);
    return Date.parse(`${date}T${time}Z`) - instant;
  };
  const firstGuess = midnight - findOffset(midnight);
  // If the clocks change at midnight, one of the two guesses falls before the start of the day.
  return Math.max(firstGuess, midnight - findOffset(firstGuess));
};
