import type { Work } from '#contract/work.ts';
import { applyServerState } from './apply-server-state.ts';
import type { Store } from './store.ts';

/** Saves inspections before tasks, so that a started task can be opened even if the app is killed in between. */
export const saveWork = async (store: Store, work: readonly Work[]): Promise<void> => {
  for (const { inspection } of work) if (inspection) await applyServerState(store, inspection);
  await store.database.tasks.bulkPut(work.map((item) => ({ id: item.task.id, work: item })));
};

/** Removes tasks that the person lost access to. Tasks with unsent answers are only marked as gone. */
export const removeTasks = ({ database }: Store, ids: readonly string[]): Promise<void> => {
  const { tasks, inspections, outbox } = database;
  return database.transaction('rw', tasks, inspections, outbox, async () => {
    for (const id of ids) {
      const taskInspections = await inspections.where({ taskId: id }).toArray();
      const unsentCount = await outbox
        .where('inspectionId')
        .anyOf(taskInspections.map((inspection) => inspection.id))
        .count();
      if (unsentCount === 0) await tasks.delete(id);
      else await tasks.update(id, { isGone: true });
    }
  });
};
