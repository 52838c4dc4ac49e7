import type { Path } from '#service/shape/issue.ts';

/** Consecutive entries. Paths are relative: `[0, 'title']` is in the first entry. Offsets refer to the file. */
export type ListEntries = { values: unknown[]; findOffset(path: Path): number };

/** Some of the entries in a long list, starting at `index`. */
export type ListChunk = ListEntries & { index: number };

/** Returns a function that checks a list in chunks, or undefined to store the list in full. */
export type FindListCheck = (path: Path) => ((chunk: ListChunk) => void) | undefined;

/** A list whose entries are not stored. Every iteration re-parses them in chunks. */
export type LongList = Iterable<unknown> & { readonly length: number };

export type GrowingList = {
  list: LongList;
  /** Appends entries; `read` re-parses their values. */
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
