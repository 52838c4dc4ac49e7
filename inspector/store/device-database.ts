import { Dexie, type EntityTable, type Table } from 'dexie';
import { convertStore, VERSION_1_TABLES } from './convert-version-1.ts';
import type {
  LocalInspection,
  LocalPicture,
  LocalTask,
  LocalVersion,
  OutboxEntry,
  SendPause,
} from './local-data.ts';

/** Name prefix of all databases and picture folders on this device. */
export const STORE_PREFIX = 'ronda-';

export type DeviceDatabase = Dexie & {
  tasks: EntityTable<LocalTask, 'id'>;
  versions: EntityTable<LocalVersion, 'id'>;
  inspections: EntityTable<LocalInspection, 'id'>;
  pictures: EntityTable<LocalPicture, 'id'>;
  outbox: EntityTable<OutboxEntry, 'number'>;
  pauses: EntityTable<SendPause, 'inspectionId'>;
  values: Table<{ name: string; value: unknown }, string>;
};

/** Opens a database with durable transactions: an answer shown as saved survives a power failure. */
export const openDeviceDatabase = (storeName: string): DeviceDatabase => {
  const database = new Dexie(STORE_PREFIX + storeName, {
    chromeTransactionDurability: 'strict',
  }) as DeviceDatabase;
  database.version(1).stores({
    tasks: 'id',
    versions: 'id',
    inspections: 'id, taskId',
    pictures: 'id, inspectionId',
    ...VERSION_1_TABLES,
  });
  database.version(2).stores({ outbox: '++number, inspectionId', pauses: 'inspectionId', values: 'name' });
  database.on('ready', (openedDatabase) => convertStore(openedDatabase as DeviceDatabase), true);
  // Closes a database being deleted by a sign-out in another window, so that the next query does not recreate it.
  database.on('versionchange', ({ newVersion }) => {
    if (newVersion === null) database.close();
  });
  return database;
};
