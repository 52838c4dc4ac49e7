import type { Inspection } from '#contract/inspection.ts';
import { NO_ITEM, type OutboxEntry } from './local-data.ts';

export type Conflict = Inspection['conflicts'][number];

/** An answer by an inspector who has seen both answers resolves their conflict, even before the answer is sent. */
export const listOpenConflicts = (
  serverState: Pick<Inspection, 'conflicts'> | null,
  entries: readonly OutboxEntry[],
): Conflict[] =>
  (serverState?.conflicts ?? []).filter(
    ({ itemId, field, isComment, revision, other }) =>
      !entries.some(
        ({ action }) =>
          action.kind === 'answer' &&
          action.itemId === (itemId ?? NO_ITEM) &&
          action.field === field &&
          action.isComment === isComment &&
          action.baseRevision >= Math.max(revision, other.revision),
      ),
  );
