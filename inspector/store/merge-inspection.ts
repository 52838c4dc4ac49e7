import type { Store } from './store.ts';
import { readStoredValue, saveStoredValue } from './stored-values.ts';

/**
 * Merges an inspection into the one that the same person started for this task on another device, if the server
 * received that one first. Different answers to the same question become a conflict.
 */
export const mergeInspection = (store: Store, localId: string, serverId: string): Promise<void> => {
  const { inspections, outbox, pictures, pauses, values } = store.database;
  return store.database.transaction('rw', [inspections, outbox, pictures, pauses, values], async () => {
    const local = await inspections.get(localId);
    const existing = await inspections.get(serverId);
    if (local)
      await inspections.put({ ...local, ...existing, id: serverId, sets: existing?.sets ?? local.sets });
    await inspections.delete(localId);
    await outbox.where({ inspectionId: localId }).modify({ inspectionId: serverId });
    await pictures.where({ inspectionId: localId }).modify({ inspectionId: serverId });
    await pauses.delete(localId);
    await saveStoredValue(store, 'mergedInto', {
      ...(await readStoredValue(store, 'mergedInto')),
      [localId]: serverId,
    });
  });
};

/** Returns the ID of the inspection that a local one was merged into, which may have happened while it was open. */
export const findMergedInspection = async (store: Store, localId: string): Promise<string | undefined> =>
  (await readStoredValue(store, 'mergedInto'))?.[localId];
