import type { Inspection } from '#contract/inspection.ts';
import { NO_ITEM, type OutboxEntry } from './local-data.ts';

export type Conflict = Inspection['conflicts'][number];

/**
 * Returns the unresolved conflicts. An answer by someone who has seen both answers resolves one, even before it is
 * sent.
 */
export const openConflicts = (
  serverState: Pick<Inspection, 'conflicts'> | null,
  commands: readonly OutboxEntry[],
): Conflict[] =>
  (serverState?.conflicts ?? []).filter(
    ({ itemId, field, isComment, revision, other }) =>
      !commands.some(
        ({ act }) =>
          act.kind === 'answer' &&
          act.itemId === (itemId ?? NO_ITEM) &&
          act.field === field &&
          act.isComment === isComment &&
          act.baseRevision >= Math.max(revision, other.revision),
      ),
  );
