import { type Files, isKey } from '#service/files/files.ts';
import { DamagedSetError, type Manifest } from './manifest.ts';
import { readLines } from './parts.ts';

export type RequiredFile = { key: string; bytes: number; isPiece: boolean };

export type ListedFile = { key: string; bytes: number; sha256: string };

// Lists have tab-separated columns and are sorted by key, so that two lists can be merged as streams. Keys contain no
// tabs, because the server builds them from IDs.

export const parseRequiredFile = (line: string): RequiredFile => {
  const [key = '', bytes = '', isPiece = ''] = line.split('\t');
  if (!isFile(key, bytes)) throw createLineError(line);
  return { key, bytes: Number(bytes), isPiece: isPiece === 't' };
};

export const formatListedFile = ({ key, bytes, sha256 }: ListedFile): string =>
  `${key}\t${bytes}\t${sha256}\n`;

export const parseListedFile = (line: string): ListedFile => {
  const [key = '', bytes = '', sha256 = ''] = line.split('\t');
  if (!isFile(key, bytes) || !/^[0-9a-f]{64}$/.test(sha256)) throw createLineError(line);
  return { key, bytes: Number(bytes), sha256 };
};

const isFile = (key: string, bytes: string): boolean => isKey(key) && /^\d{1,15}$/.test(bytes);

const MAX_PRINTED_LENGTH = 80;

const createLineError = (line: string): DamagedSetError => {
  // A forged list must not send control characters to the terminal.
  const printableLine = line.slice(0, MAX_PRINTED_LENGTH).replaceAll(/\p{Cc}/gu, ' ');
  return new DamagedSetError('The list of files', `contains an invalid line: ${printableLine}`);
};

/** Yields the files that a complete set contains. */
export const readFileList = (target: Files, { set, files }: Manifest): AsyncGenerator<ListedFile> =>
  parseLines(readLines(target, set, files.members), parseListedFile);

export async function* parseLines<Entry>(
  lines: AsyncIterable<string>,
  parse: (line: string) => Entry,
): AsyncGenerator<Entry> {
  for await (const line of lines) yield parse(line);
}

/** Looks up keys in a sorted stream. Keys must be requested in ascending order, without duplicates. */
export const lookUpInOrder = <Entry extends { key: string }>(
  list: AsyncIterable<Entry>,
): { find(key: string): Promise<Entry | undefined>; close(): Promise<void> } => {
  const entries = list[Symbol.asyncIterator]();
  let nextEntry: IteratorResult<Entry> | undefined;
  return {
    find: async (key) => {
      nextEntry ??= await entries.next();
      while (!nextEntry.done && nextEntry.value.key < key) nextEntry = await entries.next();
      return !nextEntry.done && nextEntry.value.key === key ? nextEntry.value : undefined;
    },
    close: async () => void (await entries.return?.()),
  };
};

export async function* splitIntoBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
