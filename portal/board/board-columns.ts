// The board's columns in the browser's time zone: days, or hours in the day view.

import { formatIsoDate, startOfDay } from '#kit/days.ts';
import type { Week } from '#kit/locale.ts';

export const BOARD_VIEWS = ['day', 'week', 'month'] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** A day, or an hour in the day view. Times are in milliseconds, and the end is exclusive. */
export type Column = { date: string; start: number; end: number };

/** The first day of the week, and the days of the week that are hidden unless they are today. */
export type WeekSettings = { first: number; hidden: readonly number[]; today: string };

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

export const isHidden = (day: string, { hidden, today }: Pick<WeekSettings, 'hidden' | 'today'>): boolean =>
  day !== today && hidden.includes(startOfDay(day).getDay());

/** The columns in a view. A day on which the clocks change has 23 or 25 hours. */
export const createColumns = (view: BoardView, day: string, week: WeekSettings): Column[] => {
  const visible = listDays(view, day, week).filter((date) => view === 'day' || !isHidden(date, week));
  const days = visible.map((date) => ({
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
  const last = new Date(date.getFullYear(), date.getMonth() + count + 1, 0).getDate();
  return formatIsoDate(new Date(date.getFullYear(), date.getMonth() + count, Math.min(date.getDate(), last)));
};
