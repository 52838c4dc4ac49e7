import { appendToOutbox } from './outbox.ts';
import { type PicturePlace, updatePictureReferences } from './picture-references.ts';
import type { Store } from './store.ts';

/** Removes a picture. If its upload has not started, it is not sent. */
export const removePicture = (store: Store, place: PicturePlace, id: string): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, async () => {
    await updatePictureReferences(store, place, (ids) => ids.filter((each) => each !== id));
    await cancelUpload(store, place.inspectionId, id);
  });
};

/** Restores a removed picture at its place in the list. Its file exists until the app starts again. */
export const restorePicture = (
  store: Store,
  place: PicturePlace,
  { id, at }: { id: string; at: number },
): Promise<void> => {
  const { inspections, commands, queues, pictures } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, pictures, async () => {
    await updatePictureReferences(store, place, (ids) => ids.toSpliced(at, 0, id));
    if ((await pictures.get(id))?.isArrived === false && !(await isToBeSent(store, place.inspectionId, id)))
      await appendToOutbox(store, place.inspectionId, { kind: 'attach', pictureId: id });
  });
};

/** Call it within a transaction that includes commands. */
export const cancelUpload = async ({ database }: Store, inspectionId: string, id: string): Promise<void> => {
  await database.commands
    .where({ inspectionId })
    .filter(({ act, isInFlight }) => !isInFlight && act.kind === 'attach' && act.pictureId === id)
    .delete();
};

const isToBeSent = async ({ database }: Store, inspectionId: string, id: string): Promise<boolean> => {
  const unsent = await database.commands.where({ inspectionId }).toArray();
  return unsent.some(({ act }) => act.kind === 'attach' && act.pictureId === id);
};
