import type { Store } from './store.ts';

/** Accepts older revisions from a server that was restored from a backup, and ends all pauses. */
export const resetAfterRestore = ({ database: { inspections, pauses } }: Store): Promise<void> =>
  inspections.db.transaction('rw', inspections, pauses, async () => {
    await inspections.toCollection().modify((inspection) => {
      inspection.acknowledgedRevision = 0;
      if (inspection.serverState) inspection.serverState = { ...inspection.serverState, revision: 0 };
    });
    await pauses.clear();
  });
