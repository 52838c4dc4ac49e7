import type { Path } from '#service/shape/issue.ts';

/** Consecutive entries. Paths start at the first of them: `[0, 'title']`. Offsets are in the file's text. */
export type ListEntries = { values: unknown[]; findOffset(path: Path): number };

/** Some of the entries in a long list, starting at `index`. */
export type ListPiece = ListEntries & { index: number };

/** Returns a function that checks a list in pieces; undefined if the list is stored as a whole. */
export type FindListCheck = (path: Path) => ((piece: ListPiece) => void) | undefined;

/** A list whose entries are not stored. Every iteration parses them again, in pieces. */
export type LongList = Iterable<unknown> & { readonly length: number };

export type GrowingList = {
  list: LongList;
  /** Appends entries; `read` parses their values again. */
  add(entries: ListEntries, read: () => readonly unknown[]): void;
};

export const createGrowingList = (check: (piece: ListPiece) => void): GrowingList => {
  const pieces: (() => readonly unknown[])[] = [];
  let length = 0;
  return {
    list: {
      get length() {
        return length;
      },
      *[Symbol.iterator]() {
        for (const read of pieces) yield* read();
      },
    },
    add: (entries, read) => {
      check({ ...entries, index: length });
      length += entries.values.length;
      pieces.push(read);
    },
  };
};
