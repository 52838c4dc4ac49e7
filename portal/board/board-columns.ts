import type { TimeSpan } from '#contract/planned-minutes.ts';
import { formatIsoDate, startOfDay } from '#kit/days.ts';
import type { Week } from '#kit/locale.ts';

export const BOARD_VIEWS = ['day', 'week', 'month'] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** A day or, in the day view, an hour, in the browser's time zone. */
export type Column = TimeSpan & { date: string };

/** `first` is the first day of the week. `hiddenWeekdays` are hidden unless they are today. Sunday is 0. */
type WeekSettings = { first: number; hiddenWeekdays: readonly number[]; today: string };

const HOUR_MS = 3_600_000;

export const listDays = (view: BoardView, day: string, { first }: Pick<Week, 'first'>): string[] => {
  const date = startOfDay(day);
  if (view === 'day') return [day];
  if (view === 'week') {
    const daysSinceFirst = (date.getDay() - first + 7) % 7;
    return Array.from({ length: 7 }, (_, index) => formatIsoDate(startOfDay(day, index - daysSinceFirst)));
  }
  const [year, month] = [date.getFullYear(), date.getMonth()];
  const length = new Date(year, month + 1, 0).getDate();
  return Array.from({ length }, (_, index) => formatIsoDate(new Date(year, month, index + 1)));
};

export const isHiddenDay = (
  day: string,
  { hiddenWeekdays, today }: Pick<WeekSettings, 'hiddenWeekdays' | 'today'>,
): boolean => day !== today && hiddenWeekdays.includes(startOfDay(day).getDay());

/** A day on which the clocks change has 23 or 25 hours. */
export const createColumns = (view: BoardView, day: string, week: WeekSettings): Column[] => {
  const visibleDates = listDays(view, day, week).filter((date) => view === 'day' || !isHiddenDay(date, week));
  const days = visibleDates.map((date) => ({
    date,
    start: startOfDay(date).getTime(),
    end: startOfDay(date, 1).getTime(),
  }));
  if (view !== 'day') return days;
  const { date, start, end } = days[0]!;
  return Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, hour) => ({
    date,
    start: start + hour * HOUR_MS,
    end: Math.min(start + (hour + 1) * HOUR_MS, end),
  }));
};

export const shiftDay = (view: BoardView, day: string, count: number): string => {
  if (view === 'day') return formatIsoDate(startOfDay(day, count));
  if (view === 'week') return formatIsoDate(startOfDay(day, 7 * count));
  const date = startOfDay(day);
  const lastDay = new Date(date.getFullYear(), date.getMonth() + count + 1, 0).getDate();
  const newDay = Math.min(date.getDate(), lastDay);
  return formatIsoDate(new Date(date.getFullYear(), date.getMonth() + count, newDay));
};
