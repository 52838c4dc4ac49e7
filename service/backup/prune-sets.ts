import { FileStoreUnavailableError, type Files } from '#service/files/files.ts';
import { inGroups, lookUpInOrder, parseListed, parseWanted } from './file-list.ts';
import { parsedLines } from './fill-set.ts';
import { readLines, readUnfinishedLines } from './parts.ts';
import {
  FILES,
  type FoundSet,
  listCompleteSets,
  listSets,
  manifestKey,
  readManifest,
  setPrefix,
  WANTED,
} from './sets.ts';

/** Keys deleted per call. */
const BATCH = 500;

/**
 * Deletes the oldest complete sets until `newest` and `keep` - 1 older ones are left, together with the files that no
 * other set needs. Returns the names of the deleted sets. Sets named after a later time, because of a wrong clock, are
 * kept.
 */
export const deleteOldSets = async (target: Files, newest: string, keep: number): Promise<string[]> => {
  const older = (await listCompleteSets(target)).filter((name) => name < newest);
  const obsolete = older.slice(0, Math.max(0, older.length - (keep - 1)));
  for (const set of obsolete) await deleteSet(target, set);
  return obsolete;
};

/** Deletes what killed backups left behind. The caller must be the only backup that writes to the target. */
export const deleteUnfinishedSets = async (target: Files): Promise<void> => {
  for (const { name, isComplete } of await listSets(target)) if (!isComplete) await deleteSet(target, name);
};

/**
 * Deletes a set: first its manifest, so that it no longer looks complete, then files that only it needs, then the rest.
 */
export const deleteSet = async (target: Files, set: string): Promise<void> => {
  const sets = await listSets(target);
  const obsolete = sets.find(({ name }) => name === set);
  if (!obsolete) return;
  const list = await listOf(target, obsolete);
  await target.delete([manifestKey(set)]);
  const others = await Promise.all(
    sets.filter(({ name }) => name !== set).map((other) => listOf(target, other)),
  );
  await deleteUnneeded(target, list, others);
  await deleteAll(target, setPrefix(set));
};

/** Deletes the list of files that a set needs. A complete set has a list of the files that it contains. */
export const deleteWantedList = (target: Files, set: string): Promise<void> =>
  deleteAll(target, setPrefix(set), WANTED);

/**
 * Returns the files of a set. For an unfinished set these are the files it needs, which it records before it copies
 * them.
 */
const listOf = async (
  target: Files,
  { name, isComplete }: FoundSet,
): Promise<AsyncIterable<{ key: string }>> => {
  if (!isComplete) return readUnfinishedList(target, name);
  const { files } = await readManifest(target, name);
  return parsedLines(readLines(target, name, files.members), parseListed);
};

async function* readUnfinishedList(target: Files, set: string): AsyncGenerator<{ key: string }> {
  try {
    yield* parsedLines(readUnfinishedLines(target, set, WANTED), parseWanted);
  } catch (error) {
    // The list is truncated where the backup was killed.
    if (error instanceof FileStoreUnavailableError) throw error;
  }
}

const deleteUnneeded = async (
  target: Files,
  list: AsyncIterable<{ key: string }>,
  others: readonly AsyncIterable<{ key: string }>[],
): Promise<void> => {
  const lookUps = others.map(lookUpInOrder);
  try {
    for await (const group of inGroups(list, BATCH)) {
      const unneeded: string[] = [];
      for (const { key } of group) {
        const found = await Promise.all(lookUps.map((lookUp) => lookUp.find(key)));
        if (found.every((entry) => entry === undefined)) unneeded.push(FILES + key);
      }
      await target.delete(unneeded);
    }
  } finally {
    for (const lookUp of lookUps) await lookUp.close();
  }
};

const deleteAll = async (target: Files, place: string, names = ''): Promise<void> => {
  const keys: string[] = [];
  for await (const { key } of target.list(place)) if (key.startsWith(place + names)) keys.push(key);
  await target.delete(keys);
};
