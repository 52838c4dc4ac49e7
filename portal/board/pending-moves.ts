import type { BoardTask } from '#contract/board.ts';
import { CHOICE_FIELDS, type ChoiceFieldName } from '#contract/task-fields.ts';
import type { TaskMove } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';

/** A move of a task. If `plannedStart` is null, the task returns to the list. */
export type BoardMove = {
  task: MovableTask;
  assigneeId: number | null;
  plannedStart: string | null;
  /** Absent if the duration does not change. */
  duration?: Duration;
};

/** A task's duration. `plannedMinutes` is null unless a planner has set it. */
export type Duration = Pick<BoardTask, 'minutes' | 'plannedMinutes'>;

export type MovableTask = Omit<BoardTask, 'plannedStart'> & { plannedStart: string | null };

/** The optimistic state of the board, which shows moved tasks in their new places before the server responds. */
export const applyMoves = (
  tasks: readonly BoardTask[],
  moves: ReadonlyMap<string, BoardMove>,
): readonly BoardTask[] => {
  if (moves.size === 0) return tasks;
  const moved = [...moves.values()].flatMap(({ task, plannedStart, assigneeId, duration }) =>
    plannedStart === null ? [] : [{ ...task, plannedStart, assigneeId, ...duration }],
  );
  return [...tasks.filter(({ id }) => !moves.has(id)), ...moved];
};

const pickChoices = (view: TaskView) =>
  Object.fromEntries(CHOICE_FIELDS.map(([name]) => [name, view[name]])) as Pick<BoardTask, ChoiceFieldName>;

export const toBoardTask = (view: TaskView): MovableTask => ({
  id: view.id,
  revision: view.revision,
  title: view.title,
  state: view.state,
  teamId: view.team.id,
  workbookTitle: view.workbook.title,
  assigneeId: view.assignee?.id ?? null,
  plannedStart: view.plannedStart,
  minutes: view.expectedMinutes,
  plannedMinutes: view.plannedMinutes,
  startDate: view.startDate,
  dueDate: view.dueDate,
  isLate: view.isLate,
  location: view.location,
  itemTitle: view.items[0]?.title ?? null,
  ...pickChoices(view),
});

/** New revisions by task and old revision, for moves that start before the previous response arrives. */
export type Revisions = Map<string, string>;

/** Records new revisions. A move that changed nothing leaves the revision as it was. */
export const recordRevisions = (
  revisions: Revisions,
  sent: readonly Pick<TaskMove, 'id' | 'revision'>[],
  moved: readonly { id: string; revision: string }[],
): void => {
  const sentRevisions = new Map(sent.map(({ id, revision }) => [id, revision]));
  for (const { id, revision } of moved)
    if (sentRevisions.get(id) !== revision) revisions.set(`${id} ${sentRevisions.get(id)}`, revision);
};

/** Converts a move to the API's format, with the latest revision. */
export const toTaskMove = (
  { task, assigneeId, plannedStart, duration }: BoardMove,
  revisions: Readonly<Revisions>,
): TaskMove => {
  let { revision } = task;
  for (let next: string | undefined = revision; next !== undefined; ) {
    revision = next;
    next = revisions.get(`${task.id} ${revision}`);
  }
  return {
    id: task.id,
    revision,
    ...(assigneeId !== task.assigneeId && { assigneeId }),
    plannedStart,
    ...(duration && { plannedMinutes: duration.plannedMinutes }),
  };
};

/** The move that undoes a move. `revision` is the revision after the original move. */
export const invertMove = (
  { task, assigneeId, plannedStart, duration }: BoardMove,
  revision: string,
): BoardMove => ({
  task: { ...task, revision, assigneeId, plannedStart, ...duration },
  assigneeId: task.assigneeId,
  plannedStart: task.plannedStart,
  ...(duration && { duration: { minutes: task.minutes, plannedMinutes: task.plannedMinutes } }),
});

export const filterAcceptedMoves = (
  moves: readonly BoardMove[],
  { moved }: { moved: readonly { id: string }[] },
): readonly BoardMove[] => {
  const ids = new Set(moved.map(({ id }) => id));
  return moves.filter(({ task }) => ids.has(task.id));
};

/** Replaces moves, except for tasks that have since been moved again. */
export const replaceMoves = (
  pending: ReadonlyMap<string, BoardMove>,
  replaced: readonly BoardMove[],
  replacements: readonly BoardMove[],
): ReadonlyMap<string, BoardMove> => {
  const latestIds = new Set(
    replaced.filter((move) => pending.get(move.task.id) === move).map(({ task }) => task.id),
  );
  const latestReplacements = replacements.filter(({ task }) => latestIds.has(task.id));
  return new Map([...pending, ...latestReplacements.map((move) => [move.task.id, move] as const)]);
};
