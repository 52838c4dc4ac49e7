import { appendAct } from './append-act.ts';
import { namePictures, type PicturePlace } from './name-pictures.ts';
import type { Store } from './store.ts';

/** Takes a picture away. What the server has not begun to receive is not sent. */
export const removePicture = (store: Store, place: PicturePlace, id: string): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, async () => {
    await namePictures(store, place, (ids) => ids.filter((each) => each !== id));
    await keepFromSending(store, place.inspectionId, id);
  });
};

/** Puts one back that was removed, at its place among the others. Its bytes are here until the app begins again. */
export const restorePicture = (
  store: Store,
  place: PicturePlace,
  { id, at }: { id: string; at: number },
): Promise<void> => {
  const { inspections, commands, queues, pictures } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, pictures, async () => {
    await namePictures(store, place, (ids) => ids.toSpliced(at, 0, id));
    if ((await pictures.get(id))?.isArrived === false && !(await isToBeSent(store, place.inspectionId, id)))
      await appendAct(store, place.inspectionId, { kind: 'attach', pictureId: id });
  });
};

/** Called within a transaction that holds commands. */
export const keepFromSending = async (
  { database }: Store,
  inspectionId: string,
  id: string,
): Promise<void> => {
  await database.commands
    .where({ inspectionId })
    .filter(({ act, isUnderWay }) => !isUnderWay && act.kind === 'attach' && act.pictureId === id)
    .delete();
};

const isToBeSent = async ({ database }: Store, inspectionId: string, id: string): Promise<boolean> => {
  const waiting = await database.commands.where({ inspectionId }).toArray();
  return waiting.some(({ act }) => act.kind === 'attach' && act.pictureId === id);
};
