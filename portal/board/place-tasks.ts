import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import type { PlannedTasks } from '#contract/task-planning.ts';
import { startOfDay } from '#kit/days.ts';
import { type BoardMove, boardTaskOf, type MovableTask } from './pending-moves.ts';
import { endOf, MINUTE_MS, startOf } from './task-marks.ts';

/** Starts and durations are rounded to this many minutes. */
export const STEP_MINUTES = 15;
const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** Working hours of people without working hours, and of days off. */
const DEFAULT_HOURS = [8, 17] as const;

/** Where tasks are dropped: a person's day, at a certain time or at a free time. */
export type DropTarget = { person: BoardPerson | null; date: string; at?: number };

type TaskMinutes = { id: string; minutes: number };

/**
 * Calculates the start of each task. With a time, the tasks follow each other from that time. Otherwise they follow the
 * last task of the day, including tasks of other teams, within working hours. Tasks that do not fit are placed at the end
 * of working hours, where they overlap: overbooking is visible there, and no task moves into the night. Unassigned tasks
 * all start with the day, because several people may do them.
 */
export const placeTasks = (
  tasks: readonly TaskMinutes[],
  { person, date, at }: DropTarget,
  planned: readonly BoardTask[],
  busy: readonly BusyTime[],
): Map<string, number> => {
  const moved = new Set(tasks.map(({ id }) => id));
  const existing = [
    ...planned.filter(({ id, assigneeId }) => assigneeId === person?.id && !moved.has(id)),
    ...busy.filter(({ userId }) => userId === person?.id),
  ];
  const hours = hoursOf(person, date);
  const last = at === undefined ? hours.end : startOfDay(date, 1).getTime();
  let next = at ?? (person ? freeFrom(hours.start, date, existing) : hours.start);
  return new Map(
    tasks.map(({ id, minutes }) => {
      const length = minutes * MINUTE_MS;
      const first = at ?? hours.start;
      const start = next + length <= last ? next : Math.max(first, roundDown(last - length));
      if (person || at !== undefined) next = Math.max(next, roundUp(start + length));
      return [id, start];
    }),
  );
};

/**
 * Moves that close the gaps of rejected tasks: places the accepted tasks as if the rejected ones had not been part of the
 * move, but after tasks that others have planned there. `planned`: the other tasks as the board showed them.
 */
export const closeGaps = (
  accepted: readonly BoardMove[],
  rejected: readonly Pick<PlannedTasks['rejected'][number], 'id' | 'task'>[],
  {
    target,
    planned,
  }: { target: DropTarget; planned: { tasks: readonly BoardTask[]; busy: readonly BusyTime[] } },
): readonly BoardMove[] => {
  const rejectedIds = new Set(rejected.map(({ id }) => id));
  const currentTasks = rejected.flatMap(({ task }) => {
    const current = task && boardTaskOf(task);
    return current && isPlanned(current) ? [current] : [];
  });
  const tasks = [...planned.tasks.filter(({ id }) => !rejectedIds.has(id)), ...currentTasks];
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
  start: number,
  date: string,
  existing: readonly Pick<BoardTask, 'plannedStart' | 'minutes'>[],
): number => {
  const [from, to] = [startOfDay(date).getTime(), startOfDay(date, 1).getTime()];
  const ends = existing.filter((task) => startOf(task) < to && endOf(task) > from).map(endOf);
  return roundUp(Math.max(start, ...ends));
};

const hoursOf = (person: BoardPerson | null, date: string): { start: number; end: number } => {
  const day = person?.days.find((candidate) => candidate.date === date);
  if (day?.startsAt != null && day.endsAt !== null)
    return { start: Date.parse(day.startsAt), end: Date.parse(day.endsAt) };
  const [start, end] = DEFAULT_HOURS;
  return { start: startOfDay(date).setHours(start), end: startOfDay(date).setHours(end) };
};

const roundUp = (instant: number): number => Math.ceil(instant / STEP_MS) * STEP_MS;

const roundDown = (instant: number): number => Math.floor(instant / STEP_MS) * STEP_MS;

/** The nearest quarter of an hour. */
export const snap = (instant: number): number => Math.round(instant / STEP_MS) * STEP_MS;

/** Rounds a duration to a quarter of an hour within the limits of contract/minutes.ts. */
export const snapMinutes = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes / STEP_MINUTES) * STEP_MINUTES, STEP_MINUTES), 20_160);
