/**
 * The maximum number of names to compare. Callers pass the first ones alphabetically. Comparing this many
 * names of 256 letters blocks the process for 40 ms.
 */
export const MAX_COMPARED = 2_000;

/** Finds the most similar name: one that is equal except for case, or at most two typing errors away. */
export const findNearestName = (input: string, names: Iterable<string>): string | undefined => {
  const name = input.toLowerCase();
  let nearest: string | undefined;
  // Short names may have fewer errors: with two, a three-letter word is a different word.
  let limit = name.length > 3 ? 3 : Math.min(2, name.length);
  for (const candidate of names) {
    const distance = editDistance(name, candidate.toLowerCase(), limit);
    if (distance < limit) {
      nearest = candidate;
      limit = distance;
    }
  }
  return nearest;
};

/**
 * The Levenshtein distance, at most `limit`. Computes only cells that can be below the limit, in linear time.
 */
const editDistance = (from: string, to: string, limit: number): number => {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let row = new Uint8Array(to.length + 2).fill(limit);
  let next = row.slice();
  // Column j of the table has index j + 1, so that every column has a left neighbour.
  for (let j = 0; j < limit && j <= to.length; j++) row[j + 1] = j;
  for (let i = 1; i <= from.length; i++) {
    const first = Math.max(0, i - limit + 1);
    const last = Math.min(to.length, i + limit - 1);
    let min = limit;
    next[first] = limit;
    for (let j = first; j <= last; j++) {
      const replacement = row[j]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const distance = Math.min(replacement, row[j + 1]! + 1, next[j]! + 1);
      next[j + 1] = distance;
      min = Math.min(min, distance);
    }
    if (min >= limit) return limit;
    [row, next] = [next, row];
  }
  return Math.min(row[to.length + 1]!, limit);
};
