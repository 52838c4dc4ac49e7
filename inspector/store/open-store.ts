import { Dexie } from 'dexie';
import { openDeviceDatabase, STORE_PREFIX } from './device-database.ts';
import { openPictureFiles } from './open-picture-files.ts';
import type { Store } from './store.ts';

/** All that somebody has on this device, in a browser. */
export const openStore = async (person: string): Promise<Store> => {
  const database = openDeviceDatabase(person);
  // Some browsers end connections of pages in the background: the next use opens it again.
  await database.open();
  return {
    database,
    files: openPictureFiles(person),
    now: Date.now,
    newId: () => crypto.randomUUID(),
  };
};

/** Removes all that somebody has here: whoever asks has warned of what is nowhere else. */
export const eraseStore = async ({ database, files }: Store): Promise<void> => {
  await database.delete();
  for (const id of await files.ids()) await files.remove(id);
};

/** Removes what anybody has here: the device is out of its people's hands. */
export const eraseEverybody = async (store: Store): Promise<void> => {
  await eraseStore(store);
  for (const { name } of await indexedDB.databases())
    if (name?.startsWith(STORE_PREFIX)) await Dexie.delete(name);
  const root = await navigator.storage.getDirectory();
  for await (const name of root.keys())
    if (name.startsWith(STORE_PREFIX)) await root.removeEntry(name, { recursive: true });
};
