import { readFact, saveFact } from './facts.ts';
import type { Store } from './store.ts';

/**
 * Merges an inspection into the one that the same person started for this task on another device, and that the server
 * received first. Different answers to the same question are shown as a conflict.
 */
export const mergeInspection = (store: Store, localId: string, serverId: string): Promise<void> => {
  const { inspections, commands, pictures, queues, facts } = store.database;
  return store.database.transaction('rw', [inspections, commands, pictures, queues, facts], async () => {
    const local = await inspections.get(localId);
    const known = await inspections.get(serverId);
    if (local) await inspections.put({ ...local, ...known, id: serverId, sets: known?.sets ?? local.sets });
    await inspections.delete(localId);
    await commands.where({ inspectionId: localId }).modify({ inspectionId: serverId });
    await pictures.where({ inspectionId: localId }).modify({ inspectionId: serverId });
    await queues.delete(localId);
    await saveFact(store, 'adopted', { ...(await readFact(store, 'adopted')), [localId]: serverId });
  });
};

/**
 * Returns the id of the inspection that a local one was merged into. The inspector may be answering it at that
 * moment.
 */
export const findMergedInspection = async (store: Store, localId: string): Promise<string | undefined> =>
  (await readFact(store, 'adopted'))?.[localId];
