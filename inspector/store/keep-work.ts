import type { Work } from '#contract/work.ts';
import type { Store } from './store.ts';
import { takeReading } from './take-reading.ts';

/** Takes over what the server says of tasks, and of their inspections. */
export const keepWork = async (store: Store, work: readonly Work[]): Promise<void> => {
  await store.database.tasks.bulkPut(work.map((each) => ({ id: each.task.id, work: each })));
  for (const { inspection } of work) if (inspection) await takeReading(store, inspection);
};

/** Forgets tasks that this person may not see any more; those of which something here has not been told are gone, but known. */
export const forgetTasks = ({ database }: Store, ids: readonly string[]): Promise<void> => {
  const { tasks, inspections, commands } = database;
  return database.transaction('rw', tasks, inspections, commands, async () => {
    for (const id of ids) {
      const kept = await inspections.where({ taskId: id }).toArray();
      const untold = await commands
        .where('inspectionId')
        .anyOf(kept.map((inspection) => inspection.id))
        .count();
      if (untold === 0) await tasks.delete(id);
      else await tasks.update(id, { isGone: true });
    }
  });
};
