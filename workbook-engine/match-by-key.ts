/** What two lists have in common by a key, and what only one of them has. */
export type Matches<Entry> = {
  added: Entry[];
  removed: Entry[];
  /** In the order of the second list. */
  both: { before: Entry; after: Entry }[];
};

/** Pairs the entries of two lists by their keys. Of entries with one key the first is paired with the first, and so on. */
export const matchByKey = <Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Matches<Entry> => {
  const waiting = new Map<string, Entry[]>();
  for (const entry of before.toReversed()) {
    const key = keyOf(entry);
    const same = waiting.get(key);
    if (same) same.push(entry);
    else waiting.set(key, [entry]);
  }
  const matches: Matches<Entry> = { added: [], removed: [], both: [] };
  const paired = new Set<Entry>();
  for (const entry of after) {
    const partner = waiting.get(keyOf(entry))?.pop();
    if (partner === undefined) matches.added.push(entry);
    else {
      paired.add(partner);
      matches.both.push({ before: partner, after: entry });
    }
  }
  matches.removed = before.filter((entry) => !paired.has(entry));
  return matches;
};

/**
 * Which places of a sequence are out of order: the fewest without which the others rise. So of twenty fields of which one
 * was dragged to the end, that one has moved.
 */
export const outOfOrder = (sequence: readonly number[]): Set<number> => {
  // Longest increasing subsequence: for each length, the place at which such a row of smallest end ends.
  const ends: number[] = [];
  const previous = new Int32Array(sequence.length).fill(-1);
  for (const [place, value] of sequence.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sequence[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[place] = ends[low - 1]!;
    ends[low] = place;
  }
  const moved = new Set(sequence.keys());
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place]!) moved.delete(place);
  return moved;
};
