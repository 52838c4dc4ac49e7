import type { Path } from '#service/shape/fault.ts';

/** Some entries of a list. Paths start at them: `[0, 'title']`. */
export type ListEntries = { values: unknown[]; offsetOf(path: Path): number };

/** Some entries of a long list, from the one numbered `index` on. */
export type ListPiece = ListEntries & { index: number };

/** Whoever judges a list piece by piece, from its first entry on; undefined for a list that is kept as a whole. */
export type JudgeOfList = (path: Path) => ((piece: ListPiece) => void) | undefined;

/** Entries that are not kept: each time they are gone through they are read again, a piece at a time. */
export type LongList = Iterable<unknown> & { readonly length: number };

export type GrowingList = {
  list: LongList;
  /** Puts some after the others; `read` gives their values again. */
  add(entries: ListEntries, read: () => readonly unknown[]): void;
};

export const createLongList = (judge: (piece: ListPiece) => void): GrowingList => {
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
      judge({ ...entries, index: length });
      length += entries.values.length;
      pieces.push(read);
    },
  };
};
