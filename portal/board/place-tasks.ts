import type { BoardPerson, BoardTask } from '#contract/board.ts';
import type { TimeSpan } from '#contract/planned-minutes.ts';
import type { PlannedTasks } from '#contract/task-planning.ts';
import { startOfDay } from '#kit/days.ts';
import type { PlannedBoard } from './board-layout.ts';
import { type BoardMove, type MovableTask, toBoardTask } from './pending-moves.ts';
import { endOf, MINUTE_MS, parseWorkingHours, startOf } from './task-warnings.ts';

/** Starts and durations are rounded to this many minutes. */
export const STEP_MINUTES = 15;
const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** Without a time, the tasks are planned in free slots. */
export type DropTarget = { person: BoardPerson | null; date: string; time?: number };

type TaskDuration = Pick<MovableTask, 'id' | 'minutes'>;
type PlannedDay = Pick<PlannedBoard, 'tasks' | 'busy'>;

/**
 * Returns start times. A task that fits no free slot before midnight is placed at the end of working hours, even if it
 * then overlaps other tasks. Unassigned tasks all start at the same time: different people may do them.
 */
export const placeTasks = (
  tasks: readonly TaskDuration[],
  { person, date, time }: DropTarget,
  planned: PlannedDay,
): Map<string, number> => {
  const hours = findWorkingHours(person, date);
  const midnight = startOfDay(date, 1).getTime();
  if (time !== undefined) return placeInSequence(tasks, time, midnight);
  if (person === null) return new Map(tasks.map(({ id }) => [id, hours.start]));
  const movedIds = new Set(tasks.map(({ id }) => id));
  const occupiedSpans: TimeSpan[] = [
    ...planned.tasks.filter(({ id, assigneeId }) => assigneeId === person.id && !movedIds.has(id)),
    ...planned.busy.filter(({ userId }) => userId === person.id),
  ].map((task) => ({ start: startOf(task), end: endOf(task) }));
  return new Map(
    tasks.map(({ id, minutes }) => {
      const durationMs = minutes * MINUTE_MS;
      const start =
        findFreeTime(occupiedSpans, durationMs, hours) ??
        findFreeTime(occupiedSpans, durationMs, { start: hours.end, end: midnight }) ??
        Math.max(hours.start, roundDown(hours.end - durationMs));
      occupiedSpans.push({ start, end: start + durationMs });
      return [id, start];
    }),
  );
};

/** Tasks that would end after midnight are placed at the end of the day. */
const placeInSequence = (tasks: readonly TaskDuration[], firstStart: number, midnight: number) => {
  let nextStart = firstStart;
  return new Map(
    tasks.map(({ id, minutes }) => {
      const durationMs = minutes * MINUTE_MS;
      const isBeforeMidnight = nextStart + durationMs <= midnight;
      const start = isBeforeMidnight ? nextStart : Math.max(firstStart, roundDown(midnight - durationMs));
      nextStart = Math.max(nextStart, roundUp(start + durationMs));
      return [id, start];
    }),
  );
};

const findFreeTime = (
  occupiedSpans: readonly TimeSpan[],
  durationMs: number,
  limits: TimeSpan,
): number | undefined => {
  let start = roundUp(limits.start);
  for (const span of occupiedSpans.toSorted((a, b) => a.start - b.start))
    if (span.start < start + durationMs && span.end > start) start = roundUp(span.end);
  return start + durationMs <= limits.end ? start : undefined;
};

/** Rejected tasks that someone else has planned on the target day stay there. */
export const closeGaps = (
  accepted: readonly BoardMove[],
  rejected: readonly Pick<PlannedTasks['rejected'][number], 'id' | 'task'>[],
  { target, planned }: { target: DropTarget; planned: PlannedDay },
): readonly BoardMove[] => {
  const rejectedIds = new Set(rejected.map(({ id }) => id));
  const currentTasks = rejected.flatMap(({ task }) => {
    const currentTask = task && toBoardTask(task);
    return currentTask && isPlanned(currentTask) ? [currentTask] : [];
  });
  const tasks = [...planned.tasks.filter(({ id }) => !rejectedIds.has(id)), ...currentTasks];
  const starts = placeTasks(
    accepted.map(({ task }) => task),
    target,
    { tasks, busy: planned.busy },
  );
  return accepted.flatMap((move) => {
    const plannedStart = new Date(starts.get(move.task.id)!).toISOString();
    return plannedStart === move.plannedStart ? [] : [{ ...move, plannedStart }];
  });
};

const isPlanned = (task: MovableTask): task is MovableTask & BoardTask => task.plannedStart !== null;

/** Assumes 8:00 to 17:00 on days off and for people without working hours. */
const findWorkingHours = (person: BoardPerson | null, date: string): TimeSpan =>
  parseWorkingHours(person?.days.find((day) => day.date === date)) ?? {
    start: startOfDay(date).setHours(8),
    end: startOfDay(date).setHours(17),
  };

const roundUp = (instant: number): number => Math.ceil(instant / STEP_MS) * STEP_MS;

const roundDown = (instant: number): number => Math.floor(instant / STEP_MS) * STEP_MS;

export const snapTime = (instant: number): number => Math.round(instant / STEP_MS) * STEP_MS;

/** Rounds a duration to a quarter of an hour, within the limits in contract/minutes.ts. */
export const snapMinutes = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes / STEP_MINUTES) * STEP_MINUTES, STEP_MINUTES), 20_160);
