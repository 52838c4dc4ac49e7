import { formatIsoDate } from '#kit/days.ts';
import type { PlannedBoard } from './board-layout.ts';
import { applyMoves, type BoardMove } from './pending-moves.ts';
import { findOverlaps, findWarnings, TASK_WARNINGS, type TaskWarning } from './task-warnings.ts';

/** Counts the affected tasks. Omits `late`: a late task was already late before the move. */
export const findProblems = (
  moves: readonly BoardMove[],
  { people, tasks, busy }: PlannedBoard,
): { warning: TaskWarning; count: number }[] => {
  const movesById = new Map(moves.map((move) => [move.task.id, move]));
  const tasksByPerson = Map.groupBy(applyMoves(tasks, movesById), ({ assigneeId }) => assigneeId);
  const warnings = [...new Set(moves.map(({ assigneeId }) => assigneeId))].flatMap((assigneeId) => {
    const assigneeTasks = tasksByPerson.get(assigneeId) ?? [];
    const person = people.find(({ id }) => id === assigneeId);
    const assigneeBusy = busy.filter(({ userId }) => userId === assigneeId);
    const overlappingIds = person ? findOverlaps(assigneeTasks, assigneeBusy) : new Set<string>();
    return assigneeTasks
      .filter(({ id }) => movesById.has(id))
      .flatMap((task) => {
        const date = formatIsoDate(new Date(task.plannedStart));
        const day = person?.days.find((candidate) => candidate.date === date);
        return findWarnings(task, day, overlappingIds.has(task.id));
      });
  });
  return TASK_WARNINGS.filter((warning) => warning !== 'late').flatMap((warning) => {
    const count = warnings.filter((other) => other === warning).length;
    return count > 0 ? [{ warning, count }] : [];
  });
};
