import { NotHere } from './answer-field.ts';
import { appendAct } from './append-act.ts';
import type { Store } from './store.ts';

/** The inspector is done, as far as this device can judge; the server judges again when it hears of it. */
export const finishInspection = (store: Store, inspectionId: string): Promise<void> => {
  const { database, now } = store;
  const { inspections, commands, queues } = database;
  return database.transaction('rw', inspections, commands, queues, async () => {
    const finishedAt = new Date(now()).toISOString();
    if (!(await inspections.update(inspectionId, { finishedAt }))) throw new NotHere(inspectionId);
    await appendAct(store, inspectionId, { kind: 'finish', finishedAt });
  });
};

/** Goes on with what was finished here, as long as the server has not heard of the end. */
export const resumeInspection = ({ database }: Store, inspectionId: string): Promise<boolean> =>
  database.transaction('rw', database.inspections, database.commands, async () => {
    const finish = (await database.commands.where({ inspectionId }).toArray()).find(
      ({ act }) => act.kind === 'finish',
    );
    if (!finish || finish.isUnderWay) return false;
    await database.commands.delete(finish.number);
    await database.inspections.update(inspectionId, { finishedAt: null });
    return true;
  });
