import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  exactly,
  FileMissing,
  type Files,
  FilesUnavailable,
  isKey,
  mustBeKey,
  type StoredFile,
  toldWhenLost,
} from './files.ts';

/** Marks a file that is being written. What a crash leaves of it is listed like any other, and belongs to nobody. */
const BEING_WRITTEN = '.writing-';
/** Somebody else may remove an empty folder just before a file comes into it. */
const ATTEMPTS = 5;

/** Files in a folder of this machine, or of a file system that several machines share. */
export const openFolder = (root: string): Files => {
  const pathOf = (key: string) => join(root, mustBeKey(key));
  return {
    put: (key, content, bytes) => told(() => writeWhole(root, pathOf(key), content, bytes)),
    read: (key, range) =>
      told(async () => {
        const file = await unlessMissing(open(pathOf(key)));
        if (!file) throw new FileMissing(key);
        return toldWhenLost(file.createReadStream(range));
      }),
    size: (key) => told(async () => (await unlessMissing(stat(pathOf(key))))?.size),
    delete: (keys) =>
      told(async () => {
        for (const key of keys) {
          const path = pathOf(key);
          await rm(path, { force: true });
          await removeEmptyFolders(root, dirname(path));
        }
      }),
    // The deepest folder that holds every key with this prefix.
    list: (prefix) => listFiles(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix),
    check: async () => {
      const path = pathOf(`check-${randomUUID()}`);
      await writeWhole(root, path, Buffer.from('x'), 1);
      await rm(path);
    },
    close: () => {},
  };
};

const writeWhole = async (
  root: string,
  path: string,
  content: Buffer | AsyncIterable<Buffer>,
  bytes: number,
) => {
  const draft = `${path}${BEING_WRITTEN}${randomUUID()}`;
  const file = await openNew(root, draft);
  try {
    for await (const chunk of exactly(bytes, content)) await file.appendFile(chunk);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
};

const openNew = async (root: string, path: string) => {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt++) {
    const highestMade = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (highestMade !== undefined) await syncFoldersBetween(dirname(folder), dirname(highestMade), root);
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!isMissing(error) || attempt === ATTEMPTS) throw error;
    }
  }
};

/** After the loss of power a file is found only if the folder that names it was written out, and the one that names that. */
const syncFoldersBetween = async (lowest: string, highest: string, root: string) => {
  for (let each = lowest; ; each = dirname(each)) {
    await syncFolder(each);
    if (each === highest || each === dirname(root)) return;
  }
};

const syncFolder = async (path: string) => {
  // Windows cannot open a folder, and writes it out by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const removeEmptyFolders = async (root: string, lowest: string) => {
  for (let each = lowest; each !== root; each = dirname(each)) {
    try {
      await rmdir(each);
    } catch {
      // Something is in it, or somebody else was faster.
      return;
    }
  }
};

async function* listFiles(root: string, folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await told(() => unlessMissing(opendir(join(root, folder))));
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${folder}${entry.name}`;
    // Of another program, such as `lost+found` or `.DS_Store`.
    if (!isKey(key)) continue;
    if (entry.isDirectory()) yield* listFiles(root, `${key}/`, prefix);
    else if (key.startsWith(prefix) || entry.isSymbolicLink()) {
      const found = await told(() => unlessMissing(stat(join(root, key))));
      // A link to a folder on another disk.
      if (found?.isDirectory()) yield* listFiles(root, `${key}/`, prefix);
      else if (found && key.startsWith(prefix)) yield { key, bytes: found.size, modifiedAt: found.mtime };
    }
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const unlessMissing = <Found>(finding: Promise<Found>): Promise<Found | undefined> =>
  finding.catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Whatever the file system says (full, read-only, not mounted), the caller is told to come back later. */
const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : new FilesUnavailable(error);
  }
};
