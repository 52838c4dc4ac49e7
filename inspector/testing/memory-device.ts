import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { Dexie } from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { openDeviceDatabase } from '#inspector/store/device-database.ts';
import { type IdentityDatabase, openIdentity } from '#inspector/store/device-identity.ts';
import type { PictureFiles, Store } from '#inspector/store/store.ts';

// Dexie may have been loaded before fake-indexeddb.
Dexie.dependencies.indexedDB = indexedDB;
Dexie.dependencies.IDBKeyRange = IDBKeyRange;

/** Creates a device in memory, with the app's database and an in-memory replacement for the picture files. */
export const createDevice = (t: TestContext, now: () => number = Date.now): Store => {
  const database = openDeviceDatabase(randomUUID());
  t.after(() => database.delete());
  return { database, files: createMemoryFiles(now), now, newId: randomUUID };
};

const createMemoryFiles = (now: () => number): PictureFiles => {
  const files = new Map<string, Blob>();
  const writeTimes = new Map<string, number>();
  return {
    write: async (id, bytes) => {
      files.set(id, bytes);
      writeTimes.set(id, now());
    },
    readAge: async (id) => {
      const writtenAt = writeTimes.get(id);
      return writtenAt === undefined ? undefined : now() - writtenAt;
    },
    // In Node, the upload client reads buffers rather than blobs.
    read: async (id) => {
      const bytes = files.get(id);
      return bytes && (Buffer.from(await bytes.arrayBuffer()) as unknown as Blob);
    },
    remove: async (id) => void files.delete(id),
    listIds: async () => [...files.keys()],
  };
};

/** Creates an identity database in memory. */
export const createIdentity = (t: TestContext): IdentityDatabase => {
  const identity = openIdentity();
  t.after(() => identity.delete());
  return identity;
};
