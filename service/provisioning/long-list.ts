import type { Path } from '#service/shape/issue.ts';

/**
 * Consecutive entries of a list. A path starts at the first of them: `[0, 'title']`. `findOffset` returns the offset in the
 * text of the file.
 */
export type ListEntries = { values: unknown[]; findOffset(path: Path): number };

/** Some entries of a long list, starting at `index`. */
export type ListPiece = ListEntries & { index: number };

/** Returns a function that checks a list in pieces; undefined for a list that is stored as a whole. */
export type FindListCheck = (path: Path) => ((piece: ListPiece) => void) | undefined;

/** A list whose entries are not stored. Each iteration parses them again, in pieces. */
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
