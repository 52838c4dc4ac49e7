import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Command, KeptInspection, KeptPicture, KeptTask, KeptVersion, Queue } from './kept.ts';

/** Begins the names of what anybody has on this device: databases, and folders of pictures. */
export const STORE_PREFIX = 'ronda-';

/** What one person has on this device. */
export type DeviceDatabase = Dexie & {
  tasks: EntityTable<KeptTask, 'id'>;
  versions: EntityTable<KeptVersion, 'id'>;
  inspections: EntityTable<KeptInspection, 'id'>;
  commands: EntityTable<Command, 'number'>;
  pictures: EntityTable<KeptPicture, 'id'>;
  queues: EntityTable<Queue, 'inspectionId'>;
  facts: Table<{ name: string; value: unknown }, string>;
};

/**
 * Opens it. `person` tells the people of a shared device apart. A transaction is over when it lies on the disk, not when
 * the system has heard of it: an answer that is shown as kept survives a battery that falls out.
 */
export const openDeviceDatabase = (person: string): DeviceDatabase => {
  const database = new Dexie(STORE_PREFIX + person, {
    chromeTransactionDurability: 'strict',
  }) as DeviceDatabase;
  database.version(1).stores({
    tasks: 'id',
    versions: 'id',
    inspections: 'id, taskId',
    commands: '++number, inspectionId',
    pictures: 'id, inspectionId',
    queues: 'inspectionId',
    facts: 'name',
  });
  // Its person signed out in another window: without this the next query here would create it again.
  database.on('versionchange', ({ newVersion }) => {
    if (newVersion === null) database.close();
  });
  return database;
};
