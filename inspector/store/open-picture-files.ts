import { STORE_PREFIX } from './device-database.ts';
import type { PictureFiles, WriteRequest } from './store.ts';

/** Stores pictures as files: IndexedDB would be slow, and some browsers would evict them from it. */
export const openPictureFiles = (storeName: string): PictureFiles => {
  const folderName = STORE_PREFIX + storeName;
  const openFolder = async () => {
    const root = await navigator.storage.getDirectory();
    return root.getDirectoryHandle(folderName, { create: true });
  };
  const read = async (id: string): Promise<File | undefined> => {
    try {
      return await (await (await openFolder()).getFileHandle(id)).getFile();
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  return {
    read,
    readAge: async (id) => {
      const file = await read(id);
      return file && Date.now() - file.lastModified;
    },
    write: (id, bytes) => writeInWorker({ folder: folderName, id, bytes }),
    remove: async (id) => {
      await (await openFolder()).removeEntry(id).catch((error) => {
        if (!isNotFound(error)) throw error;
      });
    },
    listIds: async () => Array.fromAsync((await openFolder()).keys()),
  };
};

/** Writes a file. Resolves when all bytes are on disk, or rejects with the browser's error (QuotaExceededError). */
const writeInWorker = async (request: WriteRequest): Promise<void> => {
  const writer = new Worker(new URL('./picture-writer.ts', import.meta.url), { type: 'module' });
  try {
    await new Promise<void>((resolve, reject) => {
      writer.onmessage = ({ data }) => (data === undefined ? resolve() : reject(data));
      writer.onerror = reject;
      writer.postMessage(request);
    });
  } finally {
    writer.terminate();
  }
};

const isNotFound = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';
