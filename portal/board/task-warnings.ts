import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import type { TimeSpan } from '#contract/planned-minutes.ts';

type BoardDay = BoardPerson['days'][number];

/** Most serious warning first. */
export const TASK_WARNINGS = [
  'late',
  'willBeLate',
  'absent',
  'outsideHours',
  'tooEarly',
  'overlaps',
] as const;
export type TaskWarning = (typeof TASK_WARNINGS)[number];

export const MINUTE_MS = 60_000;

export const startOf = ({ plannedStart }: Pick<BoardTask, 'plannedStart'>): number =>
  Date.parse(plannedStart);
export const endOf = (task: Pick<BoardTask, 'plannedStart' | 'minutes'>): number =>
  startOf(task) + task.minutes * MINUTE_MS;

const isOpen = ({ state }: Pick<BoardTask, 'state'>): boolean =>
  state === 'New' || state === 'Assigned' || state === 'Active';

/** Started tasks can no longer be moved. */
export const isMovable = ({ state }: Pick<BoardTask, 'state'>): boolean =>
  state === 'New' || state === 'Assigned';

/** Returns undefined on days without working hours. */
export const parseWorkingHours = (day: BoardDay | undefined): TimeSpan | undefined =>
  day?.startsAt != null && day.endsAt !== null
    ? { start: Date.parse(day.startsAt), end: Date.parse(day.endsAt) }
    : undefined;

/** `day` is the assignee's day on which the task starts, or undefined if the assignee is not on the board. */
export const findWarnings = (
  task: BoardTask,
  day: BoardDay | undefined,
  isOverlapping: boolean,
): TaskWarning[] => {
  if (!isOpen(task)) return [];
  const [start, end] = [startOf(task), endOf(task)];
  const hours = parseWorkingHours(day);
  const hasWarning: Record<TaskWarning, boolean> = {
    late: task.isLate,
    willBeLate: !task.isLate && task.dueDate !== null && end > Date.parse(task.dueDate),
    absent: day?.isAbsent === true,
    outsideHours: day !== undefined && !day.isAbsent && !(hours && start >= hours.start && end <= hours.end),
    tooEarly: task.startDate !== null && start < Date.parse(task.startDate),
    overlaps: isOverlapping,
  };
  return TASK_WARNINGS.filter((warning) => hasWarning[warning]);
};

/** Finds the IDs of a person's tasks that overlap another task or the person's work for other teams. */
export const findOverlaps = (tasks: readonly BoardTask[], busy: readonly BusyTime[]): Set<string> => {
  const overlappingIds = new Set<string>();
  let latestSpan: { id: string | null; end: number } | undefined;
  const spans = [...tasks.filter(isOpen), ...busy.map((time) => ({ ...time, id: null }))];
  for (const span of spans.sort((a, b) => startOf(a) - startOf(b))) {
    const end = endOf(span);
    if (latestSpan && startOf(span) < latestSpan.end)
      for (const { id } of [span, latestSpan]) if (id !== null) overlappingIds.add(id);
    if (!latestSpan || end > latestSpan.end) latestSpan = { id: span.id, end };
  }
  return overlappingIds;
};
