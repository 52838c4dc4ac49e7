import type { Store } from '#inspector/store/store.ts';
import type { KeptReport } from './facts-on-device.ts';

/** Reads all that lies on the device about an inspection; null: it is not here, or its questions are not. */
export const readKept = async ({ database }: Store, inspectionId: string): Promise<KeptReport | null> => {
  const inspection = await database.inspections.get(inspectionId);
  const version = inspection && (await database.versions.get(inspection.versionId));
  if (!version) return null;
  const [task, commands, pictures] = await Promise.all([
    inspection.taskId === null ? undefined : database.tasks.get(inspection.taskId),
    database.commands.where({ inspectionId }).toArray(),
    database.pictures.where({ inspectionId }).toArray(),
  ]);
  return { inspection, version, work: task?.work, commands, pictures };
};
