import type { SuggestionReason, Suggestions } from '#contract/suggestion.ts';
import { formatIsoDate } from '#kit/days.ts';
import type { BoardMove, MovableTask } from './pending-moves.ts';

/** A suggested plan that is shown but has not been saved. */
export type Preview = {
  moves: ReadonlyMap<string, BoardMove>;
  reasons: ReadonlyMap<string, readonly SuggestionReason[]>;
  unassigned: readonly { task: MovableTask; reason: Suggestions['unassigned'][number]['reason'] }[];
};

export const findFirstTask = ({ moves }: Preview): { id: string; date: string } | undefined => {
  const [first] = [...moves.values()].sort((a, b) => a.plannedStart!.localeCompare(b.plannedStart!));
  return first && { id: first.task.id, date: formatIsoDate(new Date(first.plannedStart!)) };
};

/** Returns the preview without tasks that the planner has since moved, or null if no tasks remain. */
export const withoutMoved = (preview: Preview, moved: readonly string[]): Preview | null => {
  const moves = new Map(preview.moves);
  for (const id of moved) moves.delete(id);
  return moves.size > 0 ? { ...preview, moves } : null;
};

/** Builds a preview from each task's first candidate, leaving out tasks that `tasksById` does not contain. */
export const buildPreview = (
  { suggestions, unassigned }: Suggestions,
  tasksById: ReadonlyMap<string, MovableTask>,
): Preview => {
  const placed = suggestions.flatMap(({ taskId, revision, candidates: [best] }) => {
    const task = tasksById.get(taskId);
    return task && best ? [{ task: { ...task, revision }, best }] : [];
  });
  return {
    moves: new Map(
      placed.map(({ task, best: { assigneeId, plannedStart } }) => [
        task.id,
        { task, assigneeId, plannedStart },
      ]),
    ),
    reasons: new Map(placed.map(({ task, best }) => [task.id, best.reasons])),
    unassigned: unassigned.flatMap(({ id, reason }) => {
      const task = tasksById.get(id);
      return task ? [{ task, reason }] : [];
    }),
  };
};
