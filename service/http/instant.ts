import { sentence } from '#i18n/sentence.ts';

/** ISO 8601 with seconds, 0 to 7 fraction digits and a zone (decision T1). */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,7}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Parses an instant to the millisecond. Returns undefined if it is invalid or the day does not exist. */
export const parseInstant = (text: string): Date | undefined => {
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = Number(`${match[8] ?? '+'}1`) * (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  const exists =
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    Math.abs(offset) <= 14 * 60 &&
    Number(match[10] ?? 0) < 60;
  const instant = local.getTime() - offset * 60_000;
  // Date.UTC takes the years 0 to 99 to mean 1900 to 1999.
  return exists && year >= 1900 && instant >= EARLIEST && instant <= LATEST ? new Date(instant) : undefined;
};

/** Names the expected format in error messages. */
export const INSTANT_HINT = sentence`a date and time with time zone, such as 2026-11-21T08:00:00.000Z or 2026-11-21T09:00:00+01:00`;
