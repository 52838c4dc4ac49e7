import { Dexie, type EntityTable, type Table } from 'dexie';
import type {
  LocalInspection,
  LocalPicture,
  LocalTask,
  LocalVersion,
  OutboxEntry,
  Queue,
} from './local-data.ts';

/** Prefix of all databases and picture folders on this device. */
export const STORE_PREFIX = 'ronda-';

/** The data of one person on this device. */
export type DeviceDatabase = Dexie & {
  tasks: EntityTable<LocalTask, 'id'>;
  versions: EntityTable<LocalVersion, 'id'>;
  inspections: EntityTable<LocalInspection, 'id'>;
  commands: EntityTable<OutboxEntry, 'number'>;
  pictures: EntityTable<LocalPicture, 'id'>;
  queues: EntityTable<Queue, 'inspectionId'>;
  facts: Table<{ name: string; value: unknown }, string>;
};

/**
 * Opens the database of a person. Transactions complete only after the data is on disk, so an answer that is shown as
 * saved survives a power failure.
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
  // After a sign-out in another window, the next query would otherwise create the database again.
  database.on('versionchange', ({ newVersion }) => {
    if (newVersion === null) database.close();
  });
  return database;
};
