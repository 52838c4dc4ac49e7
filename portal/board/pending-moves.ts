import type { BoardTask } from '#contract/board.ts';
import type { TaskView } from '#contract/task-view.ts';

/** A task that is to be moved, with what is known of it; `plannedStart` null: back to the list. */
export type BoardMove = {
  task: MovableTask;
  assigneeId: number | null;
  plannedStart: string | null;
  /** Absent: as long as it is. */
  minutes?: number;
};

/** A task of the board, or of the list beside it. */
export type MovableTask = Omit<BoardTask, 'plannedStart'> & { plannedStart: string | null };

/** The board as it will be when the server agrees: what was moved stands where it was put already. */
export const applyMoves = (
  tasks: readonly BoardTask[],
  moves: ReadonlyMap<string, BoardMove>,
): readonly BoardTask[] => {
  if (moves.size === 0) return tasks;
  const moved = [...moves.values()].flatMap(({ task, plannedStart, assigneeId, minutes }) =>
    plannedStart === null ? [] : [{ ...task, plannedStart, assigneeId, minutes: minutes ?? task.minutes }],
  );
  return [...tasks.filter(({ id }) => !moves.has(id)), ...moved];
};

/** What the board needs to know of a task of the list. */
export const boardTaskOf = (view: TaskView): MovableTask => ({
  id: view.id,
  revision: view.revision,
  title: view.title,
  state: view.state,
  teamId: view.team.id,
  workbookTitle: view.workbook.title,
  assigneeId: view.assignee?.id ?? null,
  plannedStart: view.plannedStart,
  minutes: view.expectedMinutes,
  startDate: view.startDate,
  dueDate: view.dueDate,
  isLate: view.isLate,
  location: view.location,
  itemTitle: view.items[0]?.title ?? null,
});
