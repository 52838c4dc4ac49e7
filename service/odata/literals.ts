import type { EdmType } from './edm.ts';
import { quote } from './odata-problems.ts';
import type { Literal } from './syntax.ts';

export type LiteralError = { error: string };

const INT32 = { min: -(2n ** 31n), max: 2n ** 31n - 1n };
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** Decimals have at most 96 bits. */
const MAX_DECIMAL = 2n ** 96n - 1n;
const MAX_DECIMAL_PLACES = 28;

const NUMBER_PATTERN = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?([LlMmFfDd]?)$/;

/** The suffix determines the type: `L` Int64, `m` Decimal, `f` Single, `d` Double; without one, Double or Int32. */
export const parseNumber = (text: string): Literal | LiteralError => {
  const [, whole, fraction, exponent, rawSuffix] = NUMBER_PATTERN.exec(text) ?? [];
  if (whole === undefined) return { error: `${quote(text)} is not a number` };
  const suffix = rawSuffix!.toUpperCase();
  const digits = text.slice(0, text.length - suffix.length);
  const isWhole = fraction === undefined && exponent === undefined;
  if (suffix === 'M') return parseDecimal({ digits, whole, fraction, exponent });
  if (suffix === 'L' || (suffix === '' && isWhole)) {
    if (!isWhole) return { error: `${quote(text)} is not an Int64: it has a fraction or an exponent` };
    return parseInteger(digits, suffix === 'L');
  }
  const value = Number(digits);
  if (suffix === 'F') {
    return Number.isFinite(Math.fround(value))
      ? { type: 'Single', value: String(Math.fround(value)) }
      : { error: `${quote(text)} is too large for a Single` };
  }
  return Number.isFinite(value)
    ? { type: 'Double', value: String(value) }
    : { error: `${quote(text)} is too large for a Double` };
};

const parseInteger = (digits: string, isLong: boolean): Literal | LiteralError => {
  const value = BigInt(digits);
  if (!isLong && value >= INT32.min && value <= INT32.max) return { type: 'Int32', value: String(value) };
  if (value < INT64.min || value > INT64.max) return { error: `${quote(digits)} is too large for an Int64` };
  if (isLong) return { type: 'Int64', value: String(value) };
  return { error: `${digits} is too large for an Int32; write it as an Int64: ${digits}L` };
};

const parseDecimal = (number: {
  digits: string;
  whole: string;
  fraction: string | undefined;
  exponent: string | undefined;
}): Literal | LiteralError => {
  const { digits, whole, fraction = '', exponent } = number;
  if (exponent !== undefined) return { error: `${quote(`${digits}m`)} is not a Decimal: it has an exponent` };
  if (fraction.length > MAX_DECIMAL_PLACES || BigInt(whole) > MAX_DECIMAL) {
    return { error: `${quote(`${digits}m`)} is not a Decimal: it has too many digits` };
  }
  return { type: 'Decimal', value: digits };
};

/** Case-sensitive, except for the suffix. */
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

const DATE_TIME_PATTERN =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?(Z|[+-]\d\d:\d\d)?$/i;
const DURATION_PATTERN =
  /^(-?)P(?=\d|T\d)(?:(\d{1,8})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,8})(?:\.(\d{1,7}))?S)?)?$/;
const GUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Defaults to UTC (decision O3). PostgreSQL stores microseconds. */
const parseDateTime = (text: string): string | undefined => {
  const [, date, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] =
    DATE_TIME_PATTERN.exec(text) ?? [];
  if (date === undefined || date < '0001' || !isValidZone(zone)) return undefined;
  const local = `${date}T${minutes}:${seconds}`;
  try {
    Temporal.PlainDateTime.from(local, { overflow: 'reject' });
  } catch {
    return undefined;
  }
  // Temporal accepts leap seconds, but PostgreSQL timestamps cannot represent them.
  if (Number(seconds) > 59) return undefined;
  return `${local}.${fraction.slice(0, 6).padEnd(6, '0')}${zone.toUpperCase()}`;
};

const isValidZone = (zone: string): boolean => {
  if (zone.length === 1) return true;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return minutes <= 14 * 60 && Number(zone.slice(4)) < 60;
};

const TICKS_PER_SECOND = 10_000_000n;

const parseDuration = (text: string): string | undefined => {
  const [all, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] =
    DURATION_PATTERN.exec(text) ?? [];
  if (all === undefined) return undefined;
  const wholeSeconds = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  const ticks = wholeSeconds * TICKS_PER_SECOND + BigInt(fraction.padEnd(7, '0'));
  if (ticks > INT64.max) return undefined;
  return String(sign === '-' ? -ticks : ticks);
};

type QuotedForm = { parse(text: string): Literal | undefined; example: string };

const createQuotedForm = (
  type: EdmType,
  parseValue: (text: string) => string | undefined,
  example: string,
): QuotedForm => ({
  parse: (text) => {
    const value = parseValue(text);
    return value === undefined ? undefined : { type, value };
  },
  example,
});

const BINARY_FORM = createQuotedForm(
  'Binary',
  (text) => (/^(?:[0-9a-f]{2})*$/i.test(text) ? text.toLowerCase() : undefined),
  "X'23AB'",
);

/** Prefixes are case-insensitive. */
export const QUOTED_FORMS: Readonly<Record<string, QuotedForm>> = {
  datetime: createQuotedForm('DateTime', parseDateTime, "datetime'2026-11-21T08:00:00Z'"),
  datetimeoffset: createQuotedForm(
    'DateTimeOffset',
    (text) => (/(Z|[+-]\d\d:\d\d)$/i.test(text) ? parseDateTime(text) : undefined),
    "datetimeoffset'2026-11-21T09:00:00+01:00', with the plus sign encoded as %2B",
  ),
  time: createQuotedForm('Time', parseDuration, "time'PT2H30M'"),
  guid: createQuotedForm(
    'Guid',
    (text) => (GUID_PATTERN.test(text) ? text.toLowerCase() : undefined),
    "guid'6f9619ff-8b86-4011-b42d-00c04fc964ff'",
  ),
  binary: BINARY_FORM,
  x: BINARY_FORM,
};
