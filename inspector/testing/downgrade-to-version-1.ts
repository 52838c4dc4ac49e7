import { Dexie } from 'dexie';
import type { DeviceDatabase } from '#inspector/store/device-database.ts';

/** Opens a database as the app's first version does. */
const openVersion1 = (name: string): Dexie => {
  const database = new Dexie(name);
  database.version(1).stores({
    tasks: 'id',
    versions: 'id',
    inspections: 'id, taskId',
    commands: '++number, inspectionId',
    pictures: 'id, inspectionId',
    queues: 'inspectionId',
    facts: 'name',
  });
  return database;
};

const FACT_NAMES: Readonly<Record<string, string>> = {
  mergedInto: 'adopted',
  lastPosition: 'here',
  dismissedTaskChanges: 'understood',
};

/** Replaces a database with an open database of the first version that contains the same data. */
export const downgradeToVersion1 = async (database: DeviceDatabase): Promise<Dexie> => {
  const [tasks, versions, pictures] = [database.tasks, database.versions, database.pictures];
  const unchangedTables = await Promise.all(
    [tasks, versions, pictures].map(async (table) => [table.name, await table.toArray()] as const),
  );
  const inspections = (await database.inspections.toArray()).map(
    ({ completedAt, formPosition, ...inspection }) => ({
      ...inspection,
      finishedAt: completedAt,
      place: formPosition,
    }),
  );
  const commands = (await database.outbox.toArray()).map(({ action, ...entry }) => ({
    ...entry,
    act: action.kind === 'complete' ? { kind: 'finish', finishedAt: action.completedAt } : action,
  }));
  const queues = (await database.pauses.toArray()).map(({ error, ...pause }) => ({
    ...pause,
    trouble: error,
  }));
  const facts = (await database.values.toArray()).map(({ name, value }) => ({
    name: FACT_NAMES[name] ?? name,
    value,
  }));
  await database.delete();
  const version1 = openVersion1(database.name);
  const convertedTables = Object.entries({ inspections, commands, queues, facts });
  for (const [name, rows] of [...unchangedTables, ...convertedTables])
    await version1.table(name).bulkAdd(rows);
  return version1;
};
