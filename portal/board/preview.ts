import type { SuggestionReason, Suggestions } from '#contract/suggestion.ts';
import { formatIsoDate } from '#kit/days.ts';
import type { BoardMove, MovableTask } from './pending-moves.ts';

/** A suggested plan that is shown but not saved. */
export type Preview = {
  moves: ReadonlyMap<string, BoardMove>;
  reasons: ReadonlyMap<string, readonly SuggestionReason[]>;
  unassigned: Suggestions['unassigned'];
};

export const findFirstTask = ({ moves }: Preview): { id: string; date: string } | undefined => {
  const [firstMove] = [...moves.values()].sort((a, b) => a.plannedStart!.localeCompare(b.plannedStart!));
  return firstMove && { id: firstMove.task.id, date: formatIsoDate(new Date(firstMove.plannedStart!)) };
};

/** Returns null if no tasks remain. */
export const removeMovedTasks = (preview: Preview, movedIds: readonly string[]): Preview | null => {
  const moves = new Map(preview.moves);
  for (const id of movedIds) moves.delete(id);
  return moves.size > 0 ? { ...preview, moves } : null;
};

export const buildPreview = (
  { suggestions, unassigned }: Suggestions,
  tasksById: ReadonlyMap<string, MovableTask>,
): Preview => {
  const placements = suggestions.flatMap(({ taskId, revision, candidates: [bestCandidate] }) => {
    const task = tasksById.get(taskId);
    return task && bestCandidate ? [{ task: { ...task, revision }, bestCandidate }] : [];
  });
  return {
    moves: new Map(
      placements.map(({ task, bestCandidate: { assigneeId, plannedStart } }) => [
        task.id,
        { task, assigneeId, plannedStart },
      ]),
    ),
    reasons: new Map(placements.map(({ task, bestCandidate }) => [task.id, bestCandidate.reasons])),
    unassigned,
  };
};
