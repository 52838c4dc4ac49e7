import { text } from 'node:stream/consumers';
import type { Files } from '#service/files/files.ts';
import { DamagedSetError, type Manifest, parseManifest } from './manifest.ts';

/*
 * A backup target contains sets and the files that they share:
 *
 *   ronda-database                                 the database that owns the target
 *   sets/2026-11-22t03-00-00-000z/manifest.json    written last; a set without it is unfinished
 *                                 tables/task.0001.zst, files.0001.zst
 *   files/7/…                                      immutable files, with the same keys as on the server
 */

export const FILES_PREFIX = 'files/';
const SETS_PREFIX = 'sets/';
const MANIFEST_NAME = 'manifest.json';
/** The name of the list of files that an unfinished set requires. */
export const REQUIRED_LIST = 'wanted';
/** The name of the list of files that a set contains. */
export const FILE_LIST = 'files';

const SET_NAME_PATTERN = /^\d{4}-\d{2}-\d{2}t\d{2}-\d{2}-\d{2}-\d{3}z$/;

/** Set names sort chronologically. */
export const formatSetName = (now: Date): string => now.toISOString().toLowerCase().replaceAll(/[:.]/g, '-');

export const formatSetPrefix = (set: string): string => `${SETS_PREFIX}${set}/`;

export const formatManifestKey = (set: string): string => formatSetPrefix(set) + MANIFEST_NAME;

export type BackupSet = { name: string; isComplete: boolean };

/** Lists the sets in a target, oldest first. */
export const listSets = async (target: Files): Promise<BackupSet[]> => {
  const sets = new Map<string, BackupSet>();
  for await (const { key } of target.list(SETS_PREFIX)) {
    const [name = '', fileName] = key.slice(SETS_PREFIX.length).split('/');
    if (!SET_NAME_PATTERN.test(name)) continue;
    const set = sets.get(name) ?? { name, isComplete: false };
    if (fileName === MANIFEST_NAME) set.isComplete = true;
    sets.set(name, set);
  }
  return [...sets.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
};

export const listCompleteSets = async (target: Files): Promise<string[]> =>
  (await listSets(target)).filter(({ isComplete }) => isComplete).map(({ name }) => name);

/** Returns `name`, or the newest set if undefined. Throws if the target has no such complete set. */
export const requireSetName = async (target: Files, name: string | undefined): Promise<string> => {
  const sets = await listSets(target);
  if (name === undefined) {
    const newestSet = sets.findLast(({ isComplete }) => isComplete);
    if (newestSet) return newestSet.name;
    throw new Error(
      sets.length > 0 ? 'The target contains only unfinished sets.' : 'The target contains no backup.',
    );
  }
  const match = sets.find((set) => set.name === name);
  if (match?.isComplete) return name;
  const completeNames = sets.filter(({ isComplete }) => isComplete).map((set) => set.name);
  const available = completeNames.length > 0 ? `. Available: ${completeNames.slice(-5).join(', ')}` : '';
  throw new Error(
    match ? `The set ${name} is unfinished${available}.` : `The target contains no set ${name}${available}.`,
  );
};

/** More than the manifest of a 10 TB set. */
const MAX_MANIFEST_BYTES = 2 ** 28;

export const readManifest = async (target: Files, set: string): Promise<Manifest> => {
  const key = formatManifestKey(set);
  const bytes = await target.size(key);
  if (bytes !== undefined && bytes > MAX_MANIFEST_BYTES)
    throw new DamagedSetError(key, `has ${bytes} bytes, which is too large for a manifest`);
  return parseManifest(await text(await target.read(key)), { set, key });
};
