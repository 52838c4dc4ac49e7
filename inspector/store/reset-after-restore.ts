import type { Store } from './store.ts';

/** After a backup was restored: accepts older server states, and sends unsent and rejected actions again. */
export const resetAfterRestore = ({ database: { inspections, pauses } }: Store): Promise<void> =>
  inspections.db.transaction('rw', inspections, pauses, async () => {
    await inspections.toCollection().modify((inspection) => {
      inspection.acknowledgedRevision = 0;
      if (inspection.serverState) inspection.serverState = { ...inspection.serverState, revision: 0 };
    });
    await pauses.clear();
  });
