import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';

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

/** Those of somebody's tasks that run at the same time as another, or as what they do for other teams. */
export const findOverlaps = (tasks: readonly BoardTask[], busy: readonly BusyTime[]): Set<string> => {
  const overlapping = new Set<string>();
  let longest: { id: string | null; end: number } | undefined;
  const taken = [...tasks.filter(isOpen), ...busy.map((time) => ({ ...time, id: null }))];
  for (const one of taken.sort((a, b) => startOf(a) - startOf(b))) {
    const end = endOf(one);
    if (longest && startOf(one) < longest.end)
      for (const { id } of [one, longest]) if (id !== null) overlapping.add(id);
    if (!longest || end > longest.end) longest = { id: one.id, end };
  }
  return overlapping;
};
