import type { Path } from './fault.ts';

/** Some entries of a long list, from the one numbered `index` on. Paths start at the piece: `[0, 'title']`. */
export type ListPiece = { index: number; values: unknown[]; offsetOf(path: Path): number };

/** Whoever judges a list piece by piece, from its first entry on; undefined for a list that is kept as a whole. */
export type JudgeOfList = (path: Path) => ((piece: ListPiece) => void) | undefined;

/** Entries that are not kept: each time they are gone through they are read again, a piece at a time. */
export type LongList = Iterable<unknown> & { readonly length: number };

export type GrowingList = {
  list: LongList;
  /** Puts a piece after the others; `read` gives its values again. */
  add(piece: Omit<ListPiece, 'index'>, read: () => readonly unknown[]): void;
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
    add: (piece, read) => {
      judge({ ...piece, index: length });
      length += piece.values.length;
      pieces.push(read);
    },
  };
};
