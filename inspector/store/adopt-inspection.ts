import { keepFact, readFact } from './facts.ts';
import type { Store } from './store.ts';

/**
 * The same person began this task on another device as well, which was heard first: what was said here belongs to the
 * inspection that is there. Both were begun without knowing each other; what contradicts is shown as a conflict.
 */
export const adoptInspection = (store: Store, own: string, there: string): Promise<void> => {
  const { inspections, commands, pictures, queues, facts } = store.database;
  return store.database.transaction('rw', [inspections, commands, pictures, queues, facts], async () => {
    const mine = await inspections.get(own);
    const known = await inspections.get(there);
    if (mine) await inspections.put({ ...mine, ...known, id: there, sets: known?.sets ?? mine.sets });
    await inspections.delete(own);
    await commands.where({ inspectionId: own }).modify({ inspectionId: there });
    await pictures.where({ inspectionId: own }).modify({ inspectionId: there });
    await queues.delete(own);
    await keepFact(store, 'adopted', { ...(await readFact(store, 'adopted')), [own]: there });
  });
};

/** The inspection that one belongs to which was begun here: somebody may be in the middle of it. */
export const findAdopted = async (store: Store, own: string): Promise<string | undefined> =>
  (await readFact(store, 'adopted'))?.[own];
