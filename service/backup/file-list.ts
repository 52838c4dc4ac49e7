import { isKey } from '#service/files/files.ts';
import { SetDamaged } from './manifest.ts';

/** A file that a set needs, by its key in the server's file store. */
export type WantedFile = { key: string; bytes: number; isPiece: boolean };

/** A file that a set contains. */
export type ListedFile = { key: string; bytes: number; sha256: string };

/*
 * Lists are lines of tab-separated columns, sorted by the bytes of their keys: two lists are compared while they are
 * read, and neither is held in memory. Keys contain no tabs, because the server builds them from ids.
 */

export const parseWanted = (line: string): WantedFile => {
  const [key = '', bytes = '', isPiece = ''] = line.split('\t');
  if (!isFile(key, bytes)) throw invalidLine(line);
  return { key, bytes: Number(bytes), isPiece: isPiece === 't' };
};

export const printListed = ({ key, bytes, sha256 }: ListedFile): string => `${key}\t${bytes}\t${sha256}\n`;

export const parseListed = (line: string): ListedFile => {
  const [key = '', bytes = '', sha256 = ''] = line.split('\t');
  if (!isFile(key, bytes) || !/^[0-9a-f]{64}$/.test(sha256)) throw invalidLine(line);
  return { key, bytes: Number(bytes), sha256 };
};

const isFile = (key: string, bytes: string): boolean => isKey(key) && /^\d{1,15}$/.test(bytes);

const MAX_SHOWN_LENGTH = 80;

const invalidLine = (line: string): SetDamaged => {
  // A forged list must not control the terminal.
  const shown = line.slice(0, MAX_SHOWN_LENGTH).replaceAll(/\p{Cc}/gu, ' ');
  return new SetDamaged('The list of files', `contains an invalid line: ${shown}`);
};

/** Looks up keys in a sorted list. Keys must be requested in ascending order, each once. */
export const lookUpInOrder = <Entry extends { key: string }>(
  list: AsyncIterable<Entry>,
): { find(key: string): Promise<Entry | undefined>; close(): Promise<void> } => {
  const entries = list[Symbol.asyncIterator]();
  let next: IteratorResult<Entry> | undefined;
  return {
    find: async (key) => {
      next ??= await entries.next();
      while (!next.done && next.value.key < key) next = await entries.next();
      return !next.done && next.value.key === key ? next.value : undefined;
    },
    close: async () => void (await entries.return?.()),
  };
};

/** Splits an iterable into groups of `size` items. */
export async function* inGroups<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
