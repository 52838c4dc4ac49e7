import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import { formatIsoDate } from '#kit/days.ts';
import { applyMoves, type BoardMove } from './pending-moves.ts';
import { findOverlaps, marksOf, TASK_MARKS, type TaskMark } from './task-marks.ts';

export type PlannedBoard = {
  people: readonly BoardPerson[];
  tasks: readonly BoardTask[];
  busy: readonly BusyTime[];
};

/** The problems that moves would cause, with the number of tasks. A task that is late already is not one of them. */
export const problemsOf = (
  moves: readonly BoardMove[],
  { people, tasks, busy }: PlannedBoard,
): { mark: TaskMark; count: number }[] => {
  const movesById = new Map(moves.map((move) => [move.task.id, move]));
  const tasksByPerson = Map.groupBy(applyMoves(tasks, movesById), ({ assigneeId }) => assigneeId);
  const marks = [...new Set(moves.map(({ assigneeId }) => assigneeId))].flatMap((assigneeId) => {
    const ownTasks = tasksByPerson.get(assigneeId) ?? [];
    const person = people.find(({ id }) => id === assigneeId);
    const overlapping = person
      ? findOverlaps(
          ownTasks,
          busy.filter(({ userId }) => userId === person.id),
        )
      : new Set<string>();
    return ownTasks
      .filter(({ id }) => movesById.has(id))
      .flatMap((task) => {
        const date = formatIsoDate(new Date(task.plannedStart));
        const day = person?.days.find((candidate) => candidate.date === date);
        return marksOf(task, day, overlapping.has(task.id));
      });
  });
  return TASK_MARKS.filter((mark) => mark !== 'late').flatMap((mark) => {
    const count = marks.filter((other) => other === mark).length;
    return count > 0 ? [{ mark, count }] : [];
  });
};
