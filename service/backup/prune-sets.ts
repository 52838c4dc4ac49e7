import { FileStoreUnavailableError, type Files } from '#service/files/files.ts';
import { isTemporaryKey } from '#service/files/folder-files.ts';
import {
  lookUpInOrder,
  parseLines,
  parseListedFile,
  parseRequiredFile,
  readFileList,
  splitIntoBatches,
} from './file-list.ts';
import { readUnfinishedLines } from './parts.ts';
import {
  type BackupSet,
  FILE_LIST,
  FILES_PREFIX,
  formatManifestKey,
  formatSetPrefix,
  listCompleteSets,
  listSets,
  REQUIRED_LIST,
  readManifest,
} from './sets.ts';

const BATCH_SIZE = 500;

/** Keeps `keep` - 1 sets older than `newestSet` and all newer sets. Returns the names of the deleted sets. */
export const deleteOldSets = async (target: Files, newestSet: string, keep: number): Promise<string[]> => {
  const olderSets = (await listCompleteSets(target)).filter((name) => name < newestSet);
  const obsoleteSets = olderSets.slice(0, Math.max(0, olderSets.length - (keep - 1)));
  for (const set of obsoleteSets) await deleteSet(target, set);
  return obsoleteSets;
};

/** No other backup may be writing to the target. */
export const deleteUnfinishedSets = async (target: Files): Promise<void> => {
  const unfinishedSets = (await listSets(target)).filter(({ isComplete }) => !isComplete);
  // Listing all files is slow, so do it only after a killed backup: temporary files imply an unfinished set.
  if (unfinishedSets.length > 0) await deleteAll(target, FILES_PREFIX, isTemporaryKey);
  for (const { name } of unfinishedSets) await deleteSet(target, name);
};

/** Deletes the manifest first, which makes the set incomplete, and then the files that no other set needs. */
export const deleteSet = async (target: Files, set: string): Promise<void> => {
  const sets = await listSets(target);
  const setToDelete = sets.find(({ name }) => name === set);
  if (!setToDelete) return;
  const lists = await openLists(target, setToDelete);
  await target.delete([formatManifestKey(set)]);
  const otherSets = sets.filter(({ name }) => name !== set);
  for (const list of lists) {
    const otherLists = await Promise.all(otherSets.map((other) => openLists(target, other)));
    await deleteUnsharedFiles(target, list, otherLists.flat());
  }
  await deleteAll(target, formatSetPrefix(set));
};

/** Deletes the list of required files, which a complete set does not need. */
export const deleteRequiredList = (target: Files, set: string): Promise<void> =>
  deleteAll(target, formatSetPrefix(set) + REQUIRED_LIST);

/** An unfinished set may have a list of required files, a list of stored files, or both. */
const openLists = async (
  target: Files,
  { name, isComplete }: BackupSet,
): Promise<AsyncIterable<{ key: string }>[]> => {
  if (!isComplete) {
    return [
      readUnfinishedList(target, name, REQUIRED_LIST, parseRequiredFile),
      readUnfinishedList(target, name, FILE_LIST, parseListedFile),
    ];
  }
  return [readFileList(target, await readManifest(target, name))];
};

async function* readUnfinishedList(
  target: Files,
  set: string,
  list: string,
  parse: (line: string) => { key: string },
): AsyncGenerator<{ key: string }> {
  try {
    yield* parseLines(readUnfinishedLines(target, set, list), parse);
  } catch (error) {
    // The list may be truncated.
    if (error instanceof FileStoreUnavailableError) throw error;
  }
}

const deleteUnsharedFiles = async (
  target: Files,
  list: AsyncIterable<{ key: string }>,
  otherLists: readonly AsyncIterable<{ key: string }>[],
): Promise<void> => {
  const lookUps = otherLists.map(lookUpInOrder);
  try {
    for await (const batch of splitIntoBatches(list, BATCH_SIZE)) {
      const unneededKeys: string[] = [];
      for (const { key } of batch) {
        const entries = await Promise.all(lookUps.map((lookUp) => lookUp.find(key)));
        if (entries.every((entry) => entry === undefined)) unneededKeys.push(FILES_PREFIX + key);
      }
      await target.delete(unneededKeys);
    }
  } finally {
    for (const lookUp of lookUps) await lookUp.close();
  }
};

const deleteAll = async (
  target: Files,
  prefix: string,
  shouldDelete = (_: string) => true,
): Promise<void> => {
  const keys: string[] = [];
  for await (const { key } of target.list(prefix)) if (shouldDelete(key)) keys.push(key);
  await target.delete(keys);
};
