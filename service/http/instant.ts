import { msg } from '#i18n/message.ts';

/** ISO 8601 with seconds, up to 7 fraction digits and a zone offset of up to 14 hours (decision T1), from 1900. */
const INSTANT_PATTERN =
  /^(?:19|[2-9]\d)\d\d-\d\d-\d\dT\d\d:\d\d:[0-5]\d(?:\.\d{1,7})?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/;

const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const parseInstant = (text: string): Date | undefined => {
  if (!INSTANT_PATTERN.test(text)) return undefined;
  try {
    const milliseconds = Temporal.Instant.from(text).epochMilliseconds;
    return milliseconds >= EARLIEST && milliseconds <= LATEST ? new Date(milliseconds) : undefined;
  } catch {
    // No such day or time.
    return undefined;
  }
};

export const INSTANT_HINT = msg`a date and time with time zone, such as 2026-11-21T08:00:00.000Z or 2026-11-21T09:00:00+01:00`;
