import type { Store } from './store.ts';

/**
 * Called when the server was restored from a backup. Allows older server states, and retries all pending
 * actions.
 */
export const resetAfterRestore = ({ database: { inspections, pauses } }: Store): Promise<void> =>
  inspections.db.transaction('rw', inspections, pauses, async () => {
    await inspections.toCollection().modify((inspection) => {
      inspection.acknowledgedRevision = 0;
      if (inspection.serverState) inspection.serverState = { ...inspection.serverState, revision: 0 };
    });
    await pauses.clear();
  });
