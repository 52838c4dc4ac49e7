import type { PictureFiles } from './picture-files.ts';

/** In the private file system of the browser: a database grows slow and is given up by some browsers when it holds pictures. */
export const openPictureFiles = (person: string): PictureFiles => {
  const folder = async () => {
    const root = await navigator.storage.getDirectory();
    return root.getDirectoryHandle(`ronda-${person}`, { create: true });
  };
  const read = async (id: string): Promise<File | undefined> => {
    try {
      return await (await (await folder()).getFileHandle(id)).getFile();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    read,
    writtenAt: async (id) => (await read(id))?.lastModified,
    write: async (id, bytes) => {
      const file = await (await folder()).getFileHandle(id, { create: true });
      const writable = await file.createWritable();
      await writable.write(bytes);
      // Only now does the file have these bytes, all of them.
      await writable.close();
    },
    remove: async (id) => {
      await (await folder()).removeEntry(id).catch((error) => {
        if (!isMissing(error)) throw error;
      });
    },
    ids: async () => Array.fromAsync((await folder()).keys()),
  };
};

const isMissing = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';
