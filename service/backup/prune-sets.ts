import { type Files, FilesUnavailable } from '#service/files/files.ts';
import { inGroups, lookUpInOrder, parseListed, parseWanted } from './file-list.ts';
import { parsedLines } from './fill-set.ts';
import { readLines, readUnfinishedLines } from './parts.ts';
import { FILES, type FoundSet, listSets, listWholeSets, manifestKey, placeOf, readManifest } from './sets.ts';

/** Keys deleted with one call. */
const BATCH = 500;

/**
 * Deletes the oldest whole sets until `newest` and `keep` - 1 older ones are left, and the files that no other set needs.
 * Returns their names. Sets that a wrong clock has named after a later time stay.
 */
export const deleteOldSets = async (target: Files, newest: string, keep: number): Promise<string[]> => {
  const older = (await listWholeSets(target)).filter((name) => name < newest);
  const doomed = older.slice(0, Math.max(0, older.length - (keep - 1)));
  for (const set of doomed) await deleteSet(target, set);
  return doomed;
};

/** Deletes what backups that were killed have left. The caller is the only backup that writes to the target. */
export const deleteUnfinishedSets = async (target: Files): Promise<void> => {
  for (const { name, isWhole } of await listSets(target)) if (!isWhole) await deleteSet(target, name);
};

/** Deletes a set: first its manifest, so that it no longer looks whole, then files that only it needed, then the rest. */
export const deleteSet = async (target: Files, set: string): Promise<void> => {
  const sets = await listSets(target);
  const doomed = sets.find(({ name }) => name === set);
  if (!doomed) return;
  const list = await listOf(target, doomed);
  await target.delete([manifestKey(set)]);
  const others = await Promise.all(
    sets.filter(({ name }) => name !== set).map((other) => listOf(target, other)),
  );
  await deleteUnneeded(target, list, others);
  await deleteAll(target, placeOf(set));
};

/** The files of a set; of an unfinished one those that it wants, which it writes down before it looks for them. */
const listOf = async (
  target: Files,
  { name, isWhole }: FoundSet,
): Promise<AsyncIterable<{ key: string }>> => {
  if (!isWhole) return readUnfinishedList(target, name);
  const { files } = await readManifest(target, name);
  return parsedLines(readLines(target, name, files.members), parseListed);
};

async function* readUnfinishedList(target: Files, set: string): AsyncGenerator<{ key: string }> {
  try {
    yield* parsedLines(readUnfinishedLines(target, set, 'wanted'), parseWanted);
  } catch (error) {
    // Truncated where the backup was killed.
    if (error instanceof FilesUnavailable) throw error;
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

const deleteAll = async (target: Files, prefix: string): Promise<void> => {
  const keys: string[] = [];
  for await (const { key } of target.list(prefix)) keys.push(key);
  await target.delete(keys);
};
