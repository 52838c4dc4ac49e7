import { Dexie } from 'dexie';
import { openDeviceDatabase, STORE_PREFIX } from './device-database.ts';
import { openPictureFiles } from './open-picture-files.ts';
import type { Store } from './store.ts';

/** Opens the data of a person on this device, in a browser. */
export const openStore = async (person: string, now: () => number): Promise<Store> => {
  const database = openDeviceDatabase(person);
  // Some browsers close connections of pages in the background. The next use reopens this one.
  await database.open();
  return {
    database,
    files: openPictureFiles(person),
    now,
    newId: () => crypto.randomUUID(),
  };
};

/** Erases all data of one person on this device. Other windows close the database first (openDeviceDatabase). */
export const eraseStore = async (person: string): Promise<void> => {
  await Dexie.delete(STORE_PREFIX + person);
  await eraseFolders((name) => name === STORE_PREFIX + person);
};

/** Erases the data of all people on this device. */
export const eraseAllStores = async (): Promise<void> => {
  const isOurs = (name: string) => name.startsWith(STORE_PREFIX);
  for (const { name = '' } of await indexedDB.databases()) if (isOurs(name)) await Dexie.delete(name);
  await eraseFolders(isOurs);
};

const eraseFolders = async (isErased: (name: string) => boolean): Promise<void> => {
  const root = await navigator.storage.getDirectory();
  const names = (await Array.fromAsync(root.keys())).filter(isErased);
  for (const name of names) await root.removeEntry(name, { recursive: true });
};
