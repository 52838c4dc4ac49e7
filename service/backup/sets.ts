import { text } from 'node:stream/consumers';
import type { Files } from '#service/files/files.ts';
import { type Manifest, parseManifest, SetDamaged } from './manifest.ts';

/*
 * A backup target holds sets and the files that they share:
 *
 *   ronda-database                                 the database to which the target belongs
 *   sets/2026-11-22t03-00-00-000z/manifest.json    written last: a set without one is unfinished
 *                                 tables/task.0001.zst, files.0001.zst, wanted.0001.zst
 *   files/7/…                                      under the keys that the server gives them; none is ever changed
 */

export const FILES = 'files/';
const SETS = 'sets/';
const MANIFEST = 'manifest.json';

const SET_NAME = /^\d{4}-\d{2}-\d{2}t\d{2}-\d{2}-\d{2}-\d{3}z$/;

/** The name of a set begun now: names sort by time. */
export const nameSet = (now: Date): string => now.toISOString().toLowerCase().replaceAll(/[:.]/g, '-');

const isSetName = (text: string): boolean => SET_NAME.test(text);

/** Where members of a set are: the prefix of their keys. */
export const placeOf = (set: string): string => `${SETS}${set}/`;

export const manifestKey = (set: string): string => placeOf(set) + MANIFEST;

export type FoundSet = { name: string; isWhole: boolean };

/** The sets of a target, the oldest first. */
export const listSets = async (target: Files): Promise<FoundSet[]> => {
  const found = new Map<string, FoundSet>();
  for await (const { key } of target.list(SETS)) {
    const [name = '', member] = key.slice(SETS.length).split('/');
    if (!isSetName(name)) continue;
    const set = found.get(name) ?? { name, isWhole: false };
    if (member === MANIFEST) set.isWhole = true;
    found.set(name, set);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** The names of whole sets, the oldest first. */
export const listWholeSets = async (target: Files): Promise<string[]> =>
  (await listSets(target)).filter(({ isWhole }) => isWhole).map(({ name }) => name);

/** The set of this name, or the newest. Throws when there is none. */
export const findSet = async (target: Files, name: string | undefined): Promise<string> => {
  const sets = await listSets(target);
  if (name === undefined) {
    const newest = sets.findLast(({ isWhole }) => isWhole);
    if (newest) return newest.name;
    throw new Error(
      sets.length > 0 ? 'The target holds unfinished sets only.' : 'The target holds no backup.',
    );
  }
  const found = sets.find((set) => set.name === name);
  if (found?.isWhole) return name;
  const whole = sets.filter(({ isWhole }) => isWhole).map((set) => set.name);
  const others = whole.length > 0 ? `; it holds ${whole.slice(-5).join(', ')}` : '';
  throw new Error(
    found ? `The set ${name} is unfinished${others}.` : `The target holds no set ${name}${others}.`,
  );
};

/** The manifest of a set of 10 TB has less. */
const LARGEST_MANIFEST = 2 ** 28;

export const readManifest = async (target: Files, set: string): Promise<Manifest> => {
  const key = manifestKey(set);
  const bytes = await target.size(key);
  if (bytes !== undefined && bytes > LARGEST_MANIFEST)
    throw new SetDamaged(key, `has ${bytes} bytes, which is too large for a manifest`);
  return parseManifest(await text(await target.read(key)), { set, key });
};
