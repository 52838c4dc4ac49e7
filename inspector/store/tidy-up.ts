import { createReferenceCheck } from './create-reference-check.ts';
import type { Store } from './store.ts';

/** How long inspectors can view completed inspections on the device. */
const RETENTION_MS = 7 * 86_400_000;
/** Files still unreferenced at this age were left behind by an interrupted action. */
const ORPHAN_AGE_MS = 3_600_000;

/** Frees storage when the app starts. Never deletes unsent data. */
export const tidyUp = async (store: Store): Promise<void> => {
  await deleteOldInspections(store);
  await deleteRemovedPictures(store);
  await deleteOrphanFiles(store);
};

const deleteOldInspections = ({ database, now }: Store): Promise<void> => {
  const { inspections, outbox, pictures, tasks } = database;
  return database.transaction('rw', inspections, outbox, pictures, tasks, async () => {
    const unsentIds = new Set(await outbox.orderBy('inspectionId').uniqueKeys());
    for (const { id, taskId, completedAt, serverState } of await inspections.toArray()) {
      const hasEnded = serverState !== null && serverState.state !== 'Active';
      const endTime = Date.parse(completedAt ?? serverState?.canceledAt ?? serverState?.endedAt ?? '');
      if (!hasEnded || unsentIds.has(id) || !(now() - endTime > RETENTION_MS)) continue;
      await pictures.where({ inspectionId: id }).delete();
      await inspections.delete(id);
      const task = taskId === null ? undefined : await tasks.get(taskId);
      if (task && (task.isGone || ['Closed', 'Canceled'].includes(task.work.task.state)))
        await tasks.delete(task.id);
    }
  });
};

/** Deletes pictures that were drawn on, retaken or removed and are not being sent. */
const deleteRemovedPictures = ({ database }: Store): Promise<void> =>
  database.transaction('rw', database.pictures, database.outbox, database.inspections, async () => {
    const actions = (await database.outbox.toArray()).map(({ action }) => action);
    const unsentIds = new Set(actions.map((action) => action.kind === 'attach' && action.pictureId));
    const referenceChecks = new Map(
      (await database.inspections.toArray()).map(({ id, sets }) => [id, createReferenceCheck(sets)]),
    );
    await database.pictures
      .filter(
        ({ id, inspectionId, isArrived }) =>
          !unsentIds.has(id) && !(isArrived && referenceChecks.get(inspectionId)?.(id)),
      )
      .delete();
  });

const deleteOrphanFiles = async ({ database, files }: Store): Promise<void> => {
  const referencedIds = new Set(await database.pictures.toCollection().primaryKeys());
  for (const id of await files.listIds()) {
    if (referencedIds.has(id)) continue;
    const age = await files.readAge(id);
    if (age !== undefined && age > ORPHAN_AGE_MS) await files.remove(id);
  }
};
