import type { BoardPerson, BoardTask } from '#contract/board.ts';

/** What is wrong with where a task is planned, the worst first. */
export const TASK_MARKS = ['late', 'willBeLate', 'absent', 'outsideHours', 'tooEarly', 'overlaps'] as const;
export type TaskMark = (typeof TASK_MARKS)[number];

export const MINUTE_MS = 60_000;

export const startOf = ({ plannedStart }: Pick<BoardTask, 'plannedStart'>): number =>
  Date.parse(plannedStart);
export const endOf = (task: Pick<BoardTask, 'plannedStart' | 'minutes'>): number =>
  startOf(task) + task.minutes * MINUTE_MS;

const isOpen = ({ state }: Pick<BoardTask, 'state'>): boolean =>
  state === 'New' || state === 'Assigned' || state === 'Active';

/** Only what has not begun can be planned otherwise. */
export const isMovable = ({ state }: Pick<BoardTask, 'state'>): boolean =>
  state === 'New' || state === 'Assigned';

/** `day`: of the person on whom the task is planned, at its start; undefined: nobody's, or not on the board. */
export const marksOf = (
  task: BoardTask,
  day: BoardPerson['days'][number] | undefined,
  isOverlapping: boolean,
): TaskMark[] => {
  if (!isOpen(task)) return [];
  const [start, end] = [startOf(task), endOf(task)];
  const isWithinHours =
    day?.startsAt != null &&
    day.endsAt !== null &&
    start >= Date.parse(day.startsAt) &&
    end <= Date.parse(day.endsAt);
  const found: Record<TaskMark, boolean> = {
    late: task.isLate,
    willBeLate: !task.isLate && task.dueDate !== null && end > Date.parse(task.dueDate),
    absent: day?.isAbsent === true,
    outsideHours: day !== undefined && !day.isAbsent && !isWithinHours,
    tooEarly: task.startDate !== null && start < Date.parse(task.startDate),
    overlaps: isOverlapping,
  };
  return TASK_MARKS.filter((mark) => found[mark]);
};

/** Those of somebody's tasks that run at the same time as another. */
export const findOverlaps = (tasks: readonly BoardTask[]): Set<string> => {
  const overlapping = new Set<string>();
  let longest: { id: string; end: number } | undefined;
  for (const task of tasks.filter(isOpen).sort((a, b) => startOf(a) - startOf(b))) {
    const end = endOf(task);
    if (longest && startOf(task) < longest.end) overlapping.add(task.id).add(longest.id);
    if (!longest || end > longest.end) longest = { id: task.id, end };
  }
  return overlapping;
};
