import type { Store } from './store.ts';

/**
 * Removes an inspection that no longer exists on the server. Call it after the inspector has been warned. The files of
 * its pictures are removed when the app starts again (tidyUp).
 */
export const discardInspection = ({ database }: Store, inspectionId: string): Promise<void> => {
  const { inspections, outbox, pauses, pictures } = database;
  return database.transaction('rw', inspections, outbox, pauses, pictures, async () => {
    await outbox.where({ inspectionId }).delete();
    await pauses.delete(inspectionId);
    await pictures.where({ inspectionId }).delete();
    await inspections.delete(inspectionId);
  });
};
