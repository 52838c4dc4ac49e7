import type { Reason, Suggestions } from '#contract/suggestion.ts';
import type { BoardMove, MovableTask } from './pending-moves.ts';

/** A plan that somebody looks at before it is one. */
export type Preview = {
  moves: ReadonlyMap<string, BoardMove>;
  reasons: ReadonlyMap<string, readonly Reason[]>;
  unplaced: readonly { task: MovableTask; why: Suggestions['unplaced'][number]['why'] }[];
};

/** What is left of a plan when some of its tasks were moved by hand; null: nothing. */
export const withoutMoved = (preview: Preview, moved: readonly string[]): Preview | null => {
  const moves = new Map(preview.moves);
  for (const id of moved) moves.delete(id);
  return moves.size > 0 ? { ...preview, moves } : null;
};

/** The first candidate of each task; a task that is not known here any more is left out. */
export const previewOf = (
  { suggestions, unplaced }: Suggestions,
  known: ReadonlyMap<string, MovableTask>,
): Preview => {
  const placed = suggestions.flatMap(({ taskId, revision, candidates: [best] }) => {
    const task = known.get(taskId);
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
    unplaced: unplaced.flatMap(({ id, why }) => {
      const task = known.get(id);
      return task ? [{ task, why }] : [];
    }),
  };
};
