import type { WorkingWeek } from './working-week.ts';

export type PersonHours = {
  week: WorkingWeek;
  absences: readonly { from: string; to: string; reason: string | null }[];
  timeZone: string;
};

/** Instants are in milliseconds, or null on days without working minutes. */
export type PersonDay = {
  date: string;
  workingMinutes: number;
  startsAt: number | null;
  endsAt: number | null;
  isAbsent: boolean;
  reason: string | null;
};

export type Calendar = {
  listDays(hours: PersonHours): PersonDay[];
  getDay(date: string, timeZone: string): { start: number; end: number };
};

/** Create one calendar per response: it caches results that people share. */
export const createCalendar = (from: string, to: string): Calendar => {
  const days = listDates(from, to);
  const toInstant = createInstantCache();
  return {
    listDays: ({ week, absences, timeZone }) =>
      days.map(({ date, weekday }) => {
        const { startsAt, endsAt, minutes } = week[weekday]!;
        const absence = absences.find((candidate) => candidate.from <= date && date <= candidate.to);
        const isWorkday = minutes > 0 && absence === undefined;
        return {
          date,
          workingMinutes: isWorkday ? minutes : 0,
          startsAt: isWorkday ? toInstant(timeZone, date, startsAt) : null,
          endsAt: isWorkday ? toInstant(timeZone, date, endsAt) : null,
          isAbsent: absence !== undefined,
          reason: absence?.reason ?? null,
        };
      }),
    getDay: (date, timeZone) => ({
      start: toInstant(timeZone, date, 0),
      end: toInstant(timeZone, date, MIDNIGHT),
    }),
  };
};

/** `weekday` is 0 for Monday. */
const listDates = (from: string, to: string): { date: string; weekday: number }[] => {
  const firstDay = Temporal.PlainDate.from(from);
  return Array.from({ length: firstDay.until(to).days + 1 }, (_, index) => {
    const day = firstDay.add({ days: index });
    return { date: day.toString(), weekday: day.dayOfWeek - 1 };
  });
};

const MIDNIGHT = 24 * 60;

/** A conversion takes 5 µs, and many people share the same working hours. */
const createInstantCache = () => {
  const cache = new Map<string, number>();
  return (timeZone: string, date: string, minutes: number): number => {
    const key = `${timeZone} ${date} ${minutes}`;
    const cachedInstant = cache.get(key);
    if (cachedInstant !== undefined) return cachedInstant;
    const instant = Temporal.PlainDate.from(date)
      .add({ days: minutes === MIDNIGHT ? 1 : 0 })
      .toPlainDateTime({ hour: Math.floor((minutes % MIDNIGHT) / 60), minute: minutes % 60 })
      .toZonedDateTime(timeZone).epochMilliseconds;
    cache.set(key, instant);
    return instant;
  };
};

export const startOfDay = (date: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);

export const getNextDay = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
