import { appendToOutbox } from './outbox.ts';
import type { Store } from './store.ts';
import { InspectionNotFoundError } from './update-answer.ts';

/** Completes the inspection on this device. The server validates it again when it receives it. */
export const finishInspection = (store: Store, inspectionId: string): Promise<void> => {
  const { database, now } = store;
  const { inspections, commands, queues } = database;
  return database.transaction('rw', inspections, commands, queues, async () => {
    const finishedAt = new Date(now()).toISOString();
    if (!(await inspections.update(inspectionId, { finishedAt })))
      throw new InspectionNotFoundError(inspectionId);
    await appendToOutbox(store, inspectionId, { kind: 'finish', finishedAt });
  });
};

/** Reopens a completed inspection if its completion has not been sent. Returns whether it was reopened. */
export const resumeInspection = ({ database }: Store, inspectionId: string): Promise<boolean> =>
  database.transaction('rw', database.inspections, database.commands, async () => {
    const finish = (await database.commands.where({ inspectionId }).toArray()).find(
      ({ act }) => act.kind === 'finish',
    );
    if (!finish || finish.isInFlight) return false;
    await database.commands.delete(finish.number);
    await database.inspections.update(inspectionId, { finishedAt: null });
    return true;
  });
