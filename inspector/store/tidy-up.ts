import type { Store } from './store.ts';

/** What is done is kept so long, to be looked at again; the server has it for ever. */
const KEPT_MS = 7 * 86_400_000;
/** A file whose picture is not named after so long belongs to an act that was cut off. */
const STRAY_MS = 3_600_000;

/**
 * Makes room: forgets what was done a week ago and is on the server, with its pictures, what was removed, and files that
 * nobody names.
 * Called when the app begins; nothing that the server has not heard is touched.
 */
export const tidyUp = async (store: Store): Promise<void> => {
  await forgetDone(store);
  await forgetRemoved(store);
  await dropStrayFiles(store);
};

const forgetDone = ({ database, now }: Store): Promise<void> => {
  const { inspections, commands, pictures, tasks } = database;
  return database.transaction('rw', inspections, commands, pictures, tasks, async () => {
    const untold = new Set(await commands.orderBy('inspectionId').uniqueKeys());
    for (const { id, taskId, finishedAt, reading } of await inspections.toArray()) {
      const isOver = reading !== null && reading.state !== 'Active';
      const end = Date.parse(finishedAt ?? reading?.canceledAt ?? reading?.endedAt ?? '');
      if (!isOver || untold.has(id) || !(now() - end > KEPT_MS)) continue;
      await pictures.where({ inspectionId: id }).delete();
      await inspections.delete(id);
      const task = taskId === null ? undefined : await tasks.get(taskId);
      if (task && (task.isGone || ['Closed', 'Canceled'].includes(task.work.task.state)))
        await tasks.delete(task.id);
    }
  });
};

/** Pictures that were drawn on, retaken or removed, and are not on their way. */
const forgetRemoved = ({ database }: Store): Promise<void> =>
  database.transaction('rw', database.pictures, database.commands, database.inspections, async () => {
    const acts = (await database.commands.toArray()).map(({ act }) => act);
    const waiting = new Set(acts.map((act) => act.kind === 'attach' && act.pictureId));
    const named = new Map(
      (await database.inspections.toArray()).map(({ id, sets }) => [id, JSON.stringify(sets)]),
    );
    await database.pictures
      .filter(
        ({ id, inspectionId, isArrived }) =>
          !waiting.has(id) && !(isArrived && named.get(inspectionId)?.includes(id)),
      )
      .delete();
  });

const dropStrayFiles = async ({ database, files }: Store): Promise<void> => {
  const named = new Set(await database.pictures.toCollection().primaryKeys());
  for (const id of await files.ids()) {
    if (named.has(id)) continue;
    const age = await files.ageOf(id);
    if (age !== undefined && age > STRAY_MS) await files.remove(id);
  }
};
