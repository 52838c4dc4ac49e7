import type { Store } from './store.ts';

/**
 * Removes an inspection that the server does not know any more and that nobody can tell it of. Whoever asks has warned of
 * what is nowhere else; the bytes of its pictures go when the app begins again (tidyUp).
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
