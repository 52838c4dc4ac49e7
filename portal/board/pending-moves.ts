import type { BoardTask } from '#contract/board.ts';
import { CHOICE_FIELDS } from '#contract/task-fields.ts';
import type { TaskMove } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import type { TaskChoices } from '#task-fields/task-field-labels.ts';

/** If `plannedStart` is null, the task returns to the list of tasks to plan. */
export type BoardMove = {
  task: MovableTask;
  assigneeId: number | null;
  plannedStart: string | null;
  /** Omitted if the duration does not change. */
  duration?: Pick<BoardTask, 'minutes' | 'plannedMinutes'>;
};

export type MovableTask = Omit<BoardTask, 'plannedStart'> & { plannedStart: string | null };

export const applyMoves = (
  tasks: readonly BoardTask[],
  moves: ReadonlyMap<string, BoardMove>,
): readonly BoardTask[] => {
  if (moves.size === 0) return tasks;
  const movedTasks = [...moves.values()].flatMap(({ task, plannedStart, assigneeId, duration }) =>
    plannedStart === null ? [] : [{ ...task, plannedStart, assigneeId, ...duration }],
  );
  return [...tasks.filter(({ id }) => !moves.has(id)), ...movedTasks];
};

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
  ...(Object.fromEntries(CHOICE_FIELDS.map(([name]) => [name, view[name]])) as TaskChoices),
});

/** Maps task IDs and old revisions to new revisions, for moves made before the previous response arrives. */
export type Revisions = Map<string, string>;

/** A no-op move keeps the task's revision. */
export const recordRevisions = (
  revisions: Revisions,
  sentMoves: readonly Pick<TaskMove, 'id' | 'revision'>[],
  movedTasks: readonly { id: string; revision: string }[],
): void => {
  const sentRevisions = new Map(sentMoves.map(({ id, revision }) => [id, revision]));
  for (const { id, revision } of movedTasks)
    if (sentRevisions.get(id) !== revision) revisions.set(`${id} ${sentRevisions.get(id)}`, revision);
};

export const toTaskMove = (
  { task, assigneeId, plannedStart, duration }: BoardMove,
  revisions: Readonly<Revisions>,
): TaskMove => {
  let { revision } = task;
  for (let newRevision: string | undefined = revision; newRevision !== undefined; ) {
    revision = newRevision;
    newRevision = revisions.get(`${task.id} ${revision}`);
  }
  return {
    id: task.id,
    revision,
    ...(assigneeId !== task.assigneeId && { assigneeId }),
    plannedStart,
    ...(duration && { plannedMinutes: duration.plannedMinutes }),
  };
};

/** `revision` is the task's revision after the original move. */
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
  { movedTasks }: { movedTasks: readonly { id: string }[] },
): readonly BoardMove[] => {
  const ids = new Set(movedTasks.map(({ id }) => id));
  return moves.filter(({ task }) => ids.has(task.id));
};

/** Replaces pending moves, except for tasks that have since been moved again. */
export const replaceMoves = (
  pendingMoves: ReadonlyMap<string, BoardMove>,
  replacedMoves: readonly BoardMove[],
  replacements: readonly BoardMove[],
): ReadonlyMap<string, BoardMove> => {
  const latestIds = new Set(
    replacedMoves.filter((move) => pendingMoves.get(move.task.id) === move).map(({ task }) => task.id),
  );
  const latestReplacements = replacements.filter(({ task }) => latestIds.has(task.id));
  return new Map([...pendingMoves, ...latestReplacements.map((move) => [move.task.id, move] as const)]);
};
