import type { Store } from './store.ts';

/**
 * The server's history is another one, as after it was restored from a backup: what it says next counts, though it is
 * older than what is here. What it refused since is told again; what waits here is still told.
 */
export const acceptSetback = ({ database: { inspections, queues } }: Store): Promise<void> =>
  inspections.db.transaction('rw', inspections, queues, async () => {
    await inspections.toCollection().modify((inspection) => {
      inspection.keptRevision = 0;
      if (inspection.reading) inspection.reading = { ...inspection.reading, revision: 0 };
    });
    await queues.clear();
  });
