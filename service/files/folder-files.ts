import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  FileNotFoundError,
  FileStoreUnavailableError,
  type Files,
  isKey,
  requireKey,
  requireLength,
  type StoredFile,
  withInterruptionErrors,
} from './files.ts';

/** Marks a file being written. Files left behind by a crash are listed like any other. */
const TEMPORARY_SUFFIX = '.writing-';
const TEMPORARY_KEY_PATTERN = new RegExp(`\\${TEMPORARY_SUFFIX}[0-9a-f-]{36}$`);

export const isTemporaryKey = (key: string): boolean => TEMPORARY_KEY_PATTERN.test(key);

/** Creating a file may take several attempts: another process may remove its folder while it is still empty. */
const MAX_ATTEMPTS = 20;

/** The folder may be on a file system shared by several machines. */
export const openFolder = (root: string): Files => {
  const locate = (key: string) => join(root, requireKey(key));
  return {
    put: (key, content, bytes) => withStoreErrors(() => writeFile(root, locate(key), content, bytes)),
    read: (key, range) =>
      withStoreErrors(async () => {
        const file = await ignoreMissing(open(locate(key)));
        if (!file) throw new FileNotFoundError(key);
        return withInterruptionErrors(file.createReadStream(range));
      }),
    size: (key) => withStoreErrors(async () => (await ignoreMissing(stat(locate(key))))?.size),
    delete: (keys) =>
      withStoreErrors(async () => {
        for (const key of keys) {
          const path = locate(key);
          await rm(path, { force: true });
          await removeEmptyFolders(root, dirname(path));
        }
      }),
    // Lists only the deepest folder that contains all keys with this prefix.
    list: (prefix) => listFiles(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix),
    check: async () => {
      const path = locate(`check-${randomUUID()}`);
      await writeFile(root, path, Buffer.from('x'), 1);
      await rm(path);
    },
    close: () => {},
  };
};

const writeFile = async (
  root: string,
  path: string,
  content: Buffer | AsyncIterable<Buffer>,
  bytes: number,
) => {
  const temporaryPath = `${path}${TEMPORARY_SUFFIX}${randomUUID()}`;
  const file = await createFile(root, temporaryPath);
  try {
    for await (const chunk of requireLength(bytes, content)) await file.appendFile(chunk);
    await file.sync();
    await file.close();
    await rename(temporaryPath, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporaryPath, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
};

const createFile = async (root: string, path: string) => {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt++) {
    try {
      const highestCreatedFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
      if (highestCreatedFolder !== undefined)
        await syncFoldersBetween(dirname(folder), dirname(highestCreatedFolder), root);
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
};

/** A file survives a power failure only if its folder and all new parent folders are synced. */
const syncFoldersBetween = async (lowest: string, highest: string, root: string) => {
  for (let folder = lowest; ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === highest || folder === dirname(root)) return;
  }
};

const syncFolder = async (path: string) => {
  // Windows syncs folders itself and cannot open them.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const removeEmptyFolders = async (root: string, lowest: string) => {
  for (let folder = lowest; folder !== root; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      // The folder is not empty, or another process removed it first.
      return;
    }
  }
};

async function* listFiles(root: string, folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await withStoreErrors(() => ignoreMissing(opendir(join(root, folder))));
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${folder}${entry.name}`;
    // Skips files that are not Ronda's, such as `lost+found` and `.DS_Store`.
    if (!isKey(key)) continue;
    if (entry.isDirectory()) yield* listFiles(root, `${key}/`, prefix);
    else if (key.startsWith(prefix) || entry.isSymbolicLink()) {
      const stats = await withStoreErrors(() => ignoreMissing(stat(join(root, key))));
      // A symbolic link may lead to a folder on another disk.
      if (stats?.isDirectory()) yield* listFiles(root, `${key}/`, prefix);
      else if (stats && key.startsWith(prefix)) yield { key, bytes: stats.size, modifiedAt: stats.mtime };
    }
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const ignoreMissing = <Result>(result: Promise<Result>): Promise<Result | undefined> =>
  result.catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Converts file system errors (full, read-only, not mounted) to FileStoreUnavailableError, so that clients retry. */
const withStoreErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined
      ? error
      : new FileStoreUnavailableError(error);
  }
};
