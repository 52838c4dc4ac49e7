import type { Store } from './store.ts';

/** For an inspection that is gone from the server. Warn first. The next start removes its files (tidyUp). */
export const discardInspection = ({ database }: Store, inspectionId: string): Promise<void> => {
  const { inspections, outbox, pauses, pictures } = database;
  return database.transaction('rw', inspections, outbox, pauses, pictures, async () => {
    await outbox.where({ inspectionId }).delete();
    await pauses.delete(inspectionId);
    await pictures.where({ inspectionId }).delete();
    await inspections.delete(inspectionId);
  });
};
