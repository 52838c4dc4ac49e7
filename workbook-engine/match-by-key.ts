import type { Work } from './pausable-work.ts';

export type Matches<Entry> = {
  added: Entry[];
  removed: Entry[];
  /** In the order of the second list. */
  pairs: { before: Entry; after: Entry }[];
};

/** Pairs entries with the same key, in order. Pauses at each entry: a field can have 99,000 choices. */
export function* matchByKey<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Work<Matches<Entry>> {
  const unmatchedByKey = new Map<string, Entry[]>();
  for (const entry of before.toReversed()) {
    yield;
    const key = keyOf(entry);
    const entries = unmatchedByKey.get(key);
    if (entries) entries.push(entry);
    else unmatchedByKey.set(key, [entry]);
  }
  const matches: Matches<Entry> = { added: [], removed: [], pairs: [] };
  const pairedEntries = new Set<Entry>();
  for (const entry of after) {
    yield;
    const partner = unmatchedByKey.get(keyOf(entry))?.pop();
    if (partner === undefined) matches.added.push(entry);
    else {
      pairedEntries.add(partner);
      matches.pairs.push({ before: partner, after: entry });
    }
  }
  for (const entry of before) {
    yield;
    if (!pairedEntries.has(entry)) matches.removed.push(entry);
  }
  return matches;
}

/** Returns the smallest set of positions whose removal leaves an increasing sequence. */
export function* findOutOfOrderPositions(sequence: readonly number[]): Work<Set<number>> {
  // For each length of an increasing subsequence, `ends` holds the position of the smallest last element.
  const ends: number[] = [];
  const previous = new Int32Array(sequence.length).fill(-1);
  for (const [index, value] of sequence.entries()) {
    yield;
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
  const isInOrder = new Uint8Array(sequence.length);
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) isInOrder[index] = 1;
  const positions = new Set<number>();
  for (const [index, inOrder] of isInOrder.entries()) {
    yield;
    if (inOrder === 0) positions.add(index);
  }
  return positions;
}
