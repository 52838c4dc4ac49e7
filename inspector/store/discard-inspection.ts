import type { Store } from './store.ts';

/**
 * Removes an inspection that no longer exists on the server. Call it after the inspector has been warned. The files of
 * its pictures are removed when the app starts again (tidyUp).
 */
export const discardInspection = ({ database }: Store, inspectionId: string): Promise<void> => {
  const { inspections, commands, queues, pictures } = database;
  return database.transaction('rw', inspections, commands, queues, pictures, async () => {
    await commands.where({ inspectionId }).delete();
    await queues.delete(inspectionId);
    await pictures.where({ inspectionId }).delete();
    await inspections.delete(inspectionId);
  });
};
