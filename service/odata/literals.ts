import { quoted } from './odata-problems.ts';
import type { Literal } from './syntax.ts';

/** Why a text is not a literal, and what a valid one looks like. */
export type LiteralError = { error: string };

const INT32 = { min: -(2n ** 31n), max: 2n ** 31n - 1n };
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** The largest Decimal, with 96 bits. */
const LARGEST_DECIMAL = 2n ** 96n - 1n;
/** Most decimal places of a Decimal. */
const DECIMAL_DIGITS = 28;

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?([LlMmFfDd]?)$/;

/** Parses a number with its sign: Int32, Int64 `L`, Decimal `m`, Single `f`; Double with `d`, a decimal point or an exponent. */
export const readNumber = (text: string): Literal | LiteralError => {
  const [, whole, fraction, exponent, given] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return { error: `${quoted(text)} is not a number` };
  const suffix = given!.toUpperCase();
  const digits = text.slice(0, text.length - suffix.length);
  const isWhole = fraction === undefined && exponent === undefined;
  if (suffix === 'M') return readDecimal({ digits, whole, fraction, exponent });
  if (suffix === 'L' || (suffix === '' && isWhole)) {
    if (!isWhole) return { error: `${quoted(text)} is not an Int64: it has a fraction or an exponent` };
    return readInteger(digits, suffix === 'L');
  }
  const value = Number(digits);
  if (suffix === 'F') {
    return Number.isFinite(Math.fround(value))
      ? { type: 'Single', value: String(Math.fround(value)) }
      : { error: `${quoted(text)} is too large for a Single` };
  }
  return Number.isFinite(value)
    ? { type: 'Double', value: String(value) }
    : { error: `${quoted(text)} is too large for a Double` };
};

const readInteger = (digits: string, isLong: boolean): Literal | LiteralError => {
  const value = BigInt(digits);
  if (!isLong && value >= INT32.min && value <= INT32.max) return { type: 'Int32', value: String(value) };
  if (value < INT64.min || value > INT64.max) return { error: `${quoted(digits)} is too large for an Int64` };
  if (isLong) return { type: 'Int64', value: String(value) };
  return { error: `${digits} is too large for an Int32; an Int64 is written ${digits}L` };
};

const readDecimal = (number: {
  digits: string;
  whole: string;
  fraction: string | undefined;
  exponent: string | undefined;
}): Literal | LiteralError => {
  const { digits, whole, fraction = '', exponent } = number;
  if (exponent !== undefined)
    return { error: `${quoted(`${digits}m`)} is not a Decimal: it has an exponent` };
  if (fraction.length > DECIMAL_DIGITS || BigInt(whole) > LARGEST_DECIMAL) {
    return { error: `${quoted(`${digits}m`)} is not a Decimal: it has too many digits` };
  }
  return { type: 'Decimal', value: digits };
};

/** Words that are values. They are case-sensitive, except for a suffix. */
export const WORDS: Readonly<Record<string, Literal>> = {
  null: { type: 'Null', value: null },
  true: { type: 'Boolean', value: true },
  false: { type: 'Boolean', value: false },
  INF: { type: 'Double', value: 'Infinity' },
  NaN: { type: 'Double', value: 'NaN' },
  INFf: { type: 'Single', value: 'Infinity' },
  INFF: { type: 'Single', value: 'Infinity' },
  NaNf: { type: 'Single', value: 'NaN' },
  NaNF: { type: 'Single', value: 'NaN' },
};

const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?(Z|[+-]\d\d:\d\d)?$/i;
const DURATION =
  /^(-?)P(?=\d|T\d)(?:(\d{1,8})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,8})(?:\.(\d{1,7}))?S)?)?$/;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Parses an instant; without a time zone it is UTC (decision O3). PostgreSQL stores six decimal places of a second. */
const readDateTime = (text: string): string | undefined => {
  const [, date, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = DATE_TIME.exec(text) ?? [];
  if (date === undefined || date < '0001' || !isZone(zone)) return undefined;
  const local = `${date}T${minutes}:${seconds}`;
  try {
    Temporal.PlainDateTime.from(local, { overflow: 'reject' });
  } catch {
    return undefined;
  }
  // Temporal accepts second 60 of a leap second. PostgreSQL timestamps have no leap seconds.
  if (Number(seconds) > 59) return undefined;
  return `${local}.${fraction.slice(0, 6).padEnd(6, '0')}${zone.toUpperCase()}`;
};

const isZone = (zone: string): boolean => {
  if (zone.length === 1) return true;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return minutes <= 14 * 60 && Number(zone.slice(4)) < 60;
};

const TICKS_PER_SECOND = 10_000_000n;

const readDuration = (text: string): string | undefined => {
  const [all, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] =
    DURATION.exec(text) ?? [];
  if (all === undefined) return undefined;
  const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  const ticks = whole * TICKS_PER_SECOND + BigInt(fraction.padEnd(7, '0'));
  if (ticks > INT64.max) return undefined;
  return String(sign === '-' ? -ticks : ticks);
};

type QuotedForm = { read(text: string): Literal | undefined; example: string };

const readBinary: QuotedForm = {
  read: (text) =>
    /^(?:[0-9a-f]{2})*$/i.test(text) ? { type: 'Binary', value: text.toLowerCase() } : undefined,
  example: "X'23AB'",
};

/** Literals with a prefix, in any letter case, and a quoted text. */
export const QUOTED_FORMS: Readonly<Record<string, QuotedForm>> = {
  datetime: {
    read: (text) => {
      const value = readDateTime(text);
      return value === undefined ? undefined : { type: 'DateTime', value };
    },
    example: "datetime'2026-11-21T08:00:00Z'",
  },
  datetimeoffset: {
    read: (text) => {
      const value = /(Z|[+-]\d\d:\d\d)$/i.test(text) ? readDateTime(text) : undefined;
      return value === undefined ? undefined : { type: 'DateTimeOffset', value };
    },
    example: "datetimeoffset'2026-11-21T09:00:00+01:00', the plus sign sent as %2B",
  },
  time: {
    read: (text) => {
      const value = readDuration(text);
      return value === undefined ? undefined : { type: 'Time', value };
    },
    example: "time'PT2H30M'",
  },
  guid: {
    read: (text) => (GUID.test(text) ? { type: 'Guid', value: text.toLowerCase() } : undefined),
    example: "guid'6f9619ff-8b86-4011-b42d-00c04fc964ff'",
  },
  binary: readBinary,
  x: readBinary,
};
