import { appendToOutbox } from './outbox.ts';
import { type PictureReference, updatePictureReference } from './picture-reference.ts';
import type { Store } from './store.ts';

/** Removes a picture. If its upload has not started, the picture is not sent. */
export const removePicture = (store: Store, reference: PictureReference, id: string): Promise<void> => {
  const { inspections, outbox, pauses } = store.database;
  return store.database.transaction('rw', inspections, outbox, pauses, async () => {
    await updatePictureReference(store, reference, (ids) => ids.filter((candidate) => candidate !== id));
    await cancelUpload(store, reference.inspectionId, id);
  });
};

/** Puts a removed picture back at its index in the list. Its file exists until the app next starts. */
export const restorePicture = (
  store: Store,
  reference: PictureReference,
  { id, index }: { id: string; index: number },
): Promise<void> => {
  const { inspections, outbox, pauses, pictures } = store.database;
  return store.database.transaction('rw', inspections, outbox, pauses, pictures, async () => {
    await updatePictureReference(store, reference, (ids) => ids.toSpliced(index, 0, id));
    const isUnsent = (await pictures.get(id))?.isArrived === false;
    if (isUnsent && (await findUploads(store, reference.inspectionId, id).count()) === 0)
      await appendToOutbox(store, reference.inspectionId, { kind: 'attach', pictureId: id });
  });
};

/** Cancels an upload that has not started. Must be called in a transaction on outbox. */
export const cancelUpload = async (store: Store, inspectionId: string, id: string): Promise<void> => {
  await findUploads(store, inspectionId, id)
    .and(({ isInFlight }) => !isInFlight)
    .delete();
};

const findUploads = ({ database }: Store, inspectionId: string, id: string) =>
  database.outbox
    .where({ inspectionId })
    .and(({ action }) => action.kind === 'attach' && action.pictureId === id);
