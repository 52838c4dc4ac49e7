import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import type { PlannedTasks } from '#contract/task-planning.ts';
import { startOfDay } from '#kit/days.ts';
import { type BoardMove, boardTaskOf, type MovableTask } from './pending-moves.ts';
import { endOf, MINUTE_MS, startOf } from './task-marks.ts';

/** To what starts and lengths are rounded. */
export const STEP_MINUTES = 15;
const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** When work begins and ends where nobody says so. */
const USUAL_HOURS = [8, 17] as const;

/** Where tasks are put: somebody's day, at a time or after what is there. */
export type Target = { person: BoardPerson | null; date: string; at?: number };

type Sized = { id: string; minutes: number };

/**
 * When each of the tasks begins. With a time: from it on, one after the other. Else after the last task of that day, of other teams as well, as long as
 * working hours last; what does not fit any more is put at their end, where it overlaps: the day is too full, the night stays
 * free. What nobody has yet is done by several, so that there all of it begins with the day.
 */
export const placeTasks = (
  tasks: readonly Sized[],
  { person, date, at }: Target,
  planned: readonly BoardTask[],
  busy: readonly BusyTime[],
): Map<string, number> => {
  const moved = new Set(tasks.map(({ id }) => id));
  const theirs = [
    ...planned.filter(({ id, assigneeId }) => assigneeId === person?.id && !moved.has(id)),
    ...busy.filter(({ userId }) => userId === person?.id),
  ];
  const hours = hoursOf(person, date);
  const last = at === undefined ? hours.end : startOfDay(date, 1).getTime();
  let next = at ?? (person ? freeFrom(hours.begin, date, theirs) : hours.begin);
  return new Map(
    tasks.map(({ id, minutes }) => {
      const length = minutes * MINUTE_MS;
      const first = at ?? hours.begin;
      const start = next + length <= last ? next : Math.max(first, roundDown(last - length));
      if (person || at !== undefined) next = Math.max(next, roundUp(start + length));
      return [id, start];
    }),
  );
};

/**
 * Moves that close the gaps of refused tasks: places the accepted tasks as if the refused ones had not been part of the
 * move, but after those that others have planned there. `planned`: the other tasks as the board showed them.
 */
export const closeGaps = (
  accepted: readonly BoardMove[],
  refused: readonly Pick<PlannedTasks['refused'][number], 'id' | 'task'>[],
  {
    target,
    planned,
  }: { target: Target; planned: { tasks: readonly BoardTask[]; busy: readonly BusyTime[] } },
): readonly BoardMove[] => {
  const refusedIds = new Set(refused.map(({ id }) => id));
  const asTheyAre = refused.flatMap(({ task }) => {
    const now = task && boardTaskOf(task);
    return now && isPlanned(now) ? [now] : [];
  });
  const tasks = [...planned.tasks.filter(({ id }) => !refusedIds.has(id)), ...asTheyAre];
  const starts = placeTasks(
    accepted.map(({ task }) => task),
    target,
    tasks,
    planned.busy,
  );
  return accepted.flatMap((move) => {
    const plannedStart = new Date(starts.get(move.task.id)!).toISOString();
    return plannedStart === move.plannedStart ? [] : [{ ...move, plannedStart }];
  });
};

const isPlanned = (task: MovableTask): task is MovableTask & BoardTask => task.plannedStart !== null;

const freeFrom = (
  begin: number,
  date: string,
  theirs: readonly Pick<BoardTask, 'plannedStart' | 'minutes'>[],
): number => {
  const [from, to] = [startOfDay(date).getTime(), startOfDay(date, 1).getTime()];
  const ends = theirs.filter((task) => startOf(task) < to && endOf(task) > from).map(endOf);
  return roundUp(Math.max(begin, ...ends));
};

const hoursOf = (person: BoardPerson | null, date: string): { begin: number; end: number } => {
  const day = person?.days.find((one) => one.date === date);
  if (day?.startsAt != null && day.endsAt !== null)
    return { begin: Date.parse(day.startsAt), end: Date.parse(day.endsAt) };
  const [begin, end] = USUAL_HOURS;
  return { begin: startOfDay(date).setHours(begin), end: startOfDay(date).setHours(end) };
};

const roundUp = (instant: number): number => Math.ceil(instant / STEP_MS) * STEP_MS;

const roundDown = (instant: number): number => Math.floor(instant / STEP_MS) * STEP_MS;

/** The nearest quarter of an hour. */
export const snap = (instant: number): number => Math.round(instant / STEP_MS) * STEP_MS;

/** A length that a task may have (contract/minutes.ts), to the quarter of an hour. */
export const snapMinutes = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes / STEP_MINUTES) * STEP_MINUTES, STEP_MINUTES), 20_160);
