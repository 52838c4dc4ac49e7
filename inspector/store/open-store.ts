import { Dexie } from 'dexie';
import { openDeviceDatabase, STORE_PREFIX } from './device-database.ts';
import { openPictureFiles } from './open-picture-files.ts';
import type { Store } from './store.ts';

export const openStore = async (storeName: string, now: () => number): Promise<Store> => {
  const database = openDeviceDatabase(storeName);
  await database.open();
  return { database, files: openPictureFiles(storeName), now, newId: () => crypto.randomUUID() };
};

/** Erases all of a person's data. Other windows close the database first (openDeviceDatabase). */
export const eraseStore = async (storeName: string): Promise<void> => {
  await Dexie.delete(STORE_PREFIX + storeName);
  await eraseFolders((name) => name === STORE_PREFIX + storeName);
};

export const eraseAllStores = async (): Promise<void> => {
  const isStoreName = (name: string) => name.startsWith(STORE_PREFIX);
  for (const { name = '' } of await indexedDB.databases()) if (isStoreName(name)) await Dexie.delete(name);
  await eraseFolders(isStoreName);
};

const eraseFolders = async (shouldErase: (name: string) => boolean): Promise<void> => {
  const root = await navigator.storage.getDirectory();
  const names = (await Array.fromAsync(root.keys())).filter(shouldErase);
  for (const name of names) await root.removeEntry(name, { recursive: true });
};
