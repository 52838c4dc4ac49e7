import { appendToOutbox } from './outbox.ts';
import { type PictureReference, updatePictureReference } from './picture-reference.ts';
import type { Store } from './store.ts';

/** Removes a picture. If its upload has not started, it is not sent. */
export const removePicture = (store: Store, reference: PictureReference, id: string): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, async () => {
    await updatePictureReference(store, reference, (ids) => ids.filter((candidate) => candidate !== id));
    await cancelUpload(store, reference.inspectionId, id);
  });
};

/** Restores a removed picture at its index in the list. Its file exists until the app starts again. */
export const restorePicture = (
  store: Store,
  reference: PictureReference,
  { id, index }: { id: string; index: number },
): Promise<void> => {
  const { inspections, commands, queues, pictures } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, pictures, async () => {
    await updatePictureReference(store, reference, (ids) => ids.toSpliced(index, 0, id));
    if (
      (await pictures.get(id))?.isArrived === false &&
      !(await isInOutbox(store, reference.inspectionId, id))
    )
      await appendToOutbox(store, reference.inspectionId, { kind: 'attach', pictureId: id });
  });
};

/** Call it within a transaction that includes commands. */
export const cancelUpload = async ({ database }: Store, inspectionId: string, id: string): Promise<void> => {
  await database.commands
    .where({ inspectionId })
    .filter(({ act, isInFlight }) => !isInFlight && act.kind === 'attach' && act.pictureId === id)
    .delete();
};

const isInOutbox = async ({ database }: Store, inspectionId: string, id: string): Promise<boolean> => {
  const unsent = await database.commands.where({ inspectionId }).toArray();
  return unsent.some(({ act }) => act.kind === 'attach' && act.pictureId === id);
};
