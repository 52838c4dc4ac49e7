import type { Store } from './store.ts';
import { readStoredValue, saveStoredValue } from './stored-values.ts';

/** Merges an inspection into one that the same person started for the same task on another device. */
export const mergeInspection = (store: Store, localId: string, serverId: string): Promise<void> => {
  const { inspections, outbox, pictures, pauses, values } = store.database;
  return store.database.transaction('rw', [inspections, outbox, pictures, pauses, values], async () => {
    const localInspection = await inspections.get(localId);
    const serverInspection = await inspections.get(serverId);
    if (localInspection)
      await inspections.put({
        ...localInspection,
        ...serverInspection,
        id: serverId,
        sets: serverInspection?.sets ?? localInspection.sets,
      });
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

/** Returns the ID of the inspection that a local inspection was merged into, perhaps while a user had it open. */
export const findMergeTarget = async (store: Store, localId: string): Promise<string | undefined> =>
  (await readStoredValue(store, 'mergedInto'))?.[localId];
