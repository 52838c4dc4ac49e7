import type { Inspection } from '#contract/inspection.ts';
import type { Command } from './kept.ts';

export type Conflict = Inspection['conflicts'][number];

/** The conflicts that nobody here has ended yet: an answer that knew both ends one, also before the server heard it. */
export const openConflicts = (
  reading: Pick<Inspection, 'conflicts'> | null,
  commands: readonly Command[],
): Conflict[] =>
  (reading?.conflicts ?? []).filter(
    ({ itemId, field, isRemark, revision, other }) =>
      !commands.some(
        ({ act }) =>
          act.kind === 'answer' &&
          act.itemId === (itemId ?? '') &&
          act.field === field &&
          act.isRemark === isRemark &&
          act.baseRevision >= Math.max(revision, other.revision),
      ),
  );
