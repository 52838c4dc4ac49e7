import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  exactly,
  FileMissing,
  type Files,
  FilesUnavailable,
  isKey,
  reportInterruption,
  requireKey,
  type StoredFile,
} from './files.ts';

/**
 * Part of the name of a file that is being written. After a crash such a file is listed like any other, but nothing
 * refers to it.
 */
const BEING_WRITTEN = '.writing-';
/** Another process may remove an empty folder just before a file is written to it. */
const ATTEMPTS = 5;

/** Stores files in a folder of this machine, or on a file system that several machines share. */
export const openFolder = (root: string): Files => {
  const pathOf = (key: string) => join(root, requireKey(key));
  return {
    put: (key, content, bytes) => withAvailabilityErrors(() => writeWhole(root, pathOf(key), content, bytes)),
    read: (key, range) =>
      withAvailabilityErrors(async () => {
        const file = await unlessMissing(open(pathOf(key)));
        if (!file) throw new FileMissing(key);
        return reportInterruption(file.createReadStream(range));
      }),
    size: (key) => withAvailabilityErrors(async () => (await unlessMissing(stat(pathOf(key))))?.size),
    delete: (keys) =>
      withAvailabilityErrors(async () => {
        for (const key of keys) {
          const path = pathOf(key);
          await rm(path, { force: true });
          await removeEmptyFolders(root, dirname(path));
        }
      }),
    // The deepest folder that contains every key with this prefix.
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
    const highestCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (highestCreated !== undefined)
      await syncFoldersBetween(dirname(folder), dirname(highestCreated), root);
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!isMissing(error) || attempt === ATTEMPTS) throw error;
    }
  }
};

/**
 * After a power failure a file is found only if its folder was synced to disk, and every newly created parent folder
 * too.
 */
const syncFoldersBetween = async (lowest: string, highest: string, root: string) => {
  for (let each = lowest; ; each = dirname(each)) {
    await syncFolder(each);
    if (each === highest || each === dirname(root)) return;
  }
};

const syncFolder = async (path: string) => {
  // Windows cannot open a folder for syncing, and syncs it by itself.
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
      // The folder is not empty, or another process removed it first.
      return;
    }
  }
};

async function* listFiles(root: string, folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await withAvailabilityErrors(() => unlessMissing(opendir(join(root, folder))));
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${folder}${entry.name}`;
    // A file of another program, such as `lost+found` or `.DS_Store`.
    if (!isKey(key)) continue;
    if (entry.isDirectory()) yield* listFiles(root, `${key}/`, prefix);
    else if (key.startsWith(prefix) || entry.isSymbolicLink()) {
      const found = await withAvailabilityErrors(() => unlessMissing(stat(join(root, key))));
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

/**
 * Turns every error of the file system (full, read-only, not mounted) into FilesUnavailable, so that the client retries
 * later.
 */
const withAvailabilityErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : new FilesUnavailable(error);
  }
};
