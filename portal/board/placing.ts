import type { BoardPerson, BoardTask } from '#contract/board.ts';
import { startOfDay } from './board-columns.ts';
import { endOf, MINUTE_MS, startOf } from './task-marks.ts';

/** To what starts and lengths are rounded. */
export const STEP_MINUTES = 15;
const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** When work begins where nobody says so. */
const USUAL_HOUR = 8;

/** Where tasks are put: somebody's day, at a time or after what is there. */
export type Target = { person: BoardPerson | null; date: string; at?: number };

type Sized = { id: string; minutes: number };

/**
 * When each of the tasks begins: from the given time on, else after the last task of that day, one after the other. What
 * nobody has yet is done by several, so that there all of it begins with the day.
 */
export const placeTasks = (
  tasks: readonly Sized[],
  { person, date, at }: Target,
  planned: readonly BoardTask[],
): Map<string, number> => {
  const moved = new Set(tasks.map(({ id }) => id));
  const theirs = planned.filter(({ id, assigneeId }) => assigneeId === person?.id && !moved.has(id));
  let next = at ?? (person ? freeFrom(person, date, theirs) : usualStart(date));
  const last = startOfDay(date, 1).getTime() - STEP_MS;
  return new Map(
    tasks.map(({ id, minutes }) => {
      const start = Math.min(next, last);
      if (person || at !== undefined) next = roundUp(start + minutes * MINUTE_MS);
      return [id, start];
    }),
  );
};

const freeFrom = (person: BoardPerson, date: string, theirs: readonly BoardTask[]): number => {
  const [from, to] = [startOfDay(date).getTime(), startOfDay(date, 1).getTime()];
  const startsAt = person.days.find((day) => day.date === date)?.startsAt;
  const begin = startsAt == null ? usualStart(date) : Date.parse(startsAt);
  const ends = theirs.filter((task) => startOf(task) < to && endOf(task) > from).map(endOf);
  return roundUp(Math.max(begin, ...ends));
};

const usualStart = (date: string): number => startOfDay(date).setHours(USUAL_HOUR);

const roundUp = (instant: number): number => Math.ceil(instant / STEP_MS) * STEP_MS;

/** The nearest quarter of an hour. */
export const snap = (instant: number): number => Math.round(instant / STEP_MS) * STEP_MS;

/** A length that a task may have (contract/minutes.ts), to the quarter of an hour. */
export const snapMinutes = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes / STEP_MINUTES) * STEP_MINUTES, STEP_MINUTES), 20_160);
