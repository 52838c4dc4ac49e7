import type { Store } from './store.ts';

/** Discards an inspection that no longer exists on the server. Its files are removed at the next start (tidyUp). */
export const discardInspection = ({ database }: Store, inspectionId: string): Promise<void> => {
  const { inspections, outbox, pauses, pictures } = database;
  return database.transaction('rw', inspections, outbox, pauses, pictures, async () => {
    await outbox.where({ inspectionId }).delete();
    await pauses.delete(inspectionId);
    await pictures.where({ inspectionId }).delete();
    await inspections.delete(inspectionId);
  });
};
