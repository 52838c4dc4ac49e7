import type { Path } from '#service/shape/issue.ts';

/** Consecutive entries. Paths are relative, so that `[0, 'title']` is in the first of them. Offsets are in the file. */
export type ListEntries = { values: unknown[]; findOffset(path: Path): number };

/** Some of the entries in a long list, starting at `index`. */
export type ListChunk = ListEntries & { index: number };

/** Returns a function that checks a list in chunks, or undefined if the list is to be stored as a whole. */
export type FindListCheck = (path: Path) => ((chunk: ListChunk) => void) | undefined;

/** A list whose entries are not stored. Every iteration parses them again, in chunks. */
export type LongList = Iterable<unknown> & { readonly length: number };

export type GrowingList = {
  list: LongList;
  /** Appends entries; `read` parses their values again. */
  add(entries: ListEntries, read: () => readonly unknown[]): void;
};

export const createGrowingList = (check: (chunk: ListChunk) => void): GrowingList => {
  const readers: (() => readonly unknown[])[] = [];
  let length = 0;
  return {
    list: {
      get length() {
        return length;
      },
      *[Symbol.iterator]() {
        for (const read of readers) yield* read();
      },
    },
    add: (entries, read) => {
      check({ ...entries, index: length });
      length += entries.values.length;
      readers.push(read);
    },
  };
};
