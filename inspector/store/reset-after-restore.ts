import type { Store } from './store.ts';

/**
 * Prepares for a server that was restored from a backup: the next server states are accepted although they are older
 * than those on this device. Unsent and rejected actions are sent again.
 */
export const resetAfterRestore = ({ database: { inspections, queues } }: Store): Promise<void> =>
  inspections.db.transaction('rw', inspections, queues, async () => {
    await inspections.toCollection().modify((inspection) => {
      inspection.acknowledgedRevision = 0;
      if (inspection.serverState) inspection.serverState = { ...inspection.serverState, revision: 0 };
    });
    await queues.clear();
  });
