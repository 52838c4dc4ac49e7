import { appendToOutbox } from './outbox.ts';
import type { Store } from './store.ts';
import { InspectionNotFoundError } from './update-answer.ts';

export const completeInspection = (store: Store, inspectionId: string): Promise<void> => {
  const { database, now } = store;
  const { inspections, outbox, pauses } = database;
  return database.transaction('rw', inspections, outbox, pauses, async () => {
    const completedAt = new Date(now()).toISOString();
    if (!(await inspections.update(inspectionId, { completedAt })))
      throw new InspectionNotFoundError(inspectionId);
    await appendToOutbox(store, inspectionId, { kind: 'complete', completedAt });
  });
};

/** Reopens a completed inspection whose completion is still unsent. Returns whether it was reopened. */
export const reopenInspection = ({ database }: Store, inspectionId: string): Promise<boolean> =>
  database.transaction('rw', database.inspections, database.outbox, async () => {
    const completion = (await database.outbox.where({ inspectionId }).toArray()).find(
      ({ action }) => action.kind === 'complete',
    );
    if (!completion || completion.isInFlight) return false;
    await database.outbox.delete(completion.number);
    await database.inspections.update(inspectionId, { completedAt: null });
    return true;
  });
