// The columns of the board: days, or hours in the day view, in the time zone of the browser.

import { dayText, startOfDay } from '#kit/days.ts';

export const BOARD_VIEWS = ['day', 'week', 'month'] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** One column: a day, or an hour in the day view. Times in milliseconds; the end is excluded. */
export type Column = { date: string; start: number; end: number };

const HOUR_MS = 3_600_000;

/** The days that a view shows: the given day, its week from Monday, or its month. */
export const daysShown = (view: BoardView, day: string): string[] => {
  const date = startOfDay(day);
  if (view === 'day') return [day];
  if (view === 'week') {
    const sinceMonday = (date.getDay() + 6) % 7;
    return Array.from({ length: 7 }, (_, place) => dayText(startOfDay(day, place - sinceMonday)));
  }
  const [year, month] = [date.getFullYear(), date.getMonth()];
  const length = new Date(year, month + 1, 0).getDate();
  return Array.from({ length }, (_, place) => dayText(new Date(year, month, place + 1)));
};

/** The columns of a view. A day on which the clock is changed has 23 or 25 hours. */
export const columnsOf = (view: BoardView, day: string): Column[] => {
  const days = daysShown(view, day).map((date) => ({
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

/** The day to show after moving forward by a number of views; negative numbers move back. */
export const shiftDay = (view: BoardView, day: string, by: number): string => {
  if (view === 'day') return dayText(startOfDay(day, by));
  if (view === 'week') return dayText(startOfDay(day, 7 * by));
  const date = startOfDay(day);
  const last = new Date(date.getFullYear(), date.getMonth() + by + 1, 0).getDate();
  return dayText(new Date(date.getFullYear(), date.getMonth() + by, Math.min(date.getDate(), last)));
};
