import type { Store } from '#inspector/store/store.ts';
import type { ReportSource } from './report-data-on-device.ts';

/** Reads all data on an inspection. Returns null if the inspection or its workbook version is not on the device. */
export const readReportSource = async (
  { database }: Store,
  inspectionId: string,
): Promise<ReportSource | null> => {
  const inspection = await database.inspections.get(inspectionId);
  const version = inspection && (await database.versions.get(inspection.versionId));
  if (!version) return null;
  const [task, outboxEntries, pictures] = await Promise.all([
    inspection.taskId === null ? undefined : database.tasks.get(inspection.taskId),
    database.outbox.where({ inspectionId }).toArray(),
    database.pictures.where({ inspectionId }).toArray(),
  ]);
  return { inspection, version, work: task?.work, outboxEntries, pictures };
};
