import type { Path } from '#service/shape/issue.ts';

/** Some entries of a list. Paths are relative to them, such as `[0, 'title']`. */
export type ListEntries = { values: unknown[]; offsetOf(path: Path): number };

/** Some entries of a long list, starting at `index`. */
export type ListPiece = ListEntries & { index: number };

/** Returns a function that checks a list in pieces; undefined for a list that is stored as a whole. */
export type ListChecks = (path: Path) => ((piece: ListPiece) => void) | undefined;

/** A list whose entries are not stored. Each iteration parses them again, in pieces. */
export type LongList = Iterable<unknown> & { readonly length: number };

export type GrowingList = {
  list: LongList;
  /** Appends entries; `read` parses their values again. */
  add(entries: ListEntries, read: () => readonly unknown[]): void;
};

export const createLongList = (check: (piece: ListPiece) => void): GrowingList => {
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
