/** Entries that two lists have in common, by key, and entries of only one list. */
export type Matches<Entry> = {
  added: Entry[];
  removed: Entry[];
  /** In the order of the second list. */
  pairs: { before: Entry; after: Entry }[];
};

/** Pairs the entries of two lists by their keys. Entries with equal keys are paired in order. */
export const matchByKey = <Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Matches<Entry> => {
  const unmatched = Map.groupBy(before.toReversed(), keyOf);
  const matches: Matches<Entry> = { added: [], removed: [], pairs: [] };
  const paired = new Set<Entry>();
  for (const entry of after) {
    const partner = unmatched.get(keyOf(entry))?.pop();
    if (partner === undefined) matches.added.push(entry);
    else {
      paired.add(partner);
      matches.pairs.push({ before: partner, after: entry });
    }
  }
  matches.removed = before.filter((entry) => !paired.has(entry));
  return matches;
};

/**
 * Returns the smallest set of positions to remove so that the rest of the sequence is increasing. If one of twenty fields
 * was moved to the end, this is the position of that field.
 */
export const outOfOrder = (sequence: readonly number[]): Set<number> => {
  // Longest increasing subsequence: for each length, the position of the smallest last element.
  const ends: number[] = [];
  const previous = new Int32Array(sequence.length).fill(-1);
  for (const [index, value] of sequence.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sequence[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = ends[low - 1]!;
    ends[low] = index;
  }
  const moved = new Set(sequence.keys());
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) moved.delete(index);
  return moved;
};
