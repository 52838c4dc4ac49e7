/**
 * The maximum number of names to compare. Callers with more pass the alphabetically first ones. Comparing this many
 * names of 256 letters blocks the event loop for 40 ms.
 */
export const MAX_COMPARED_NAMES = 2_000;

/** Finds the most similar name, ignoring case and allowing at most two typos. */
export const findNearestName = (input: string, names: Iterable<string>): string | undefined => {
  const name = input.toLowerCase();
  let nearest: string | undefined;
  // Short names allow fewer typos: two of them turn a three-letter word into a different word.
  let limit = name.length > 3 ? 3 : Math.min(2, name.length);
  for (const candidate of names) {
    const distance = computeDistance(name, candidate.toLowerCase(), limit);
    if (distance < limit) {
      nearest = candidate;
      limit = distance;
    }
  }
  return nearest;
};

/**
 * Returns the Levenshtein distance, capped at `limit`. Takes linear time: computes only the table cells that can be
 * below the limit.
 */
const computeDistance = (from: string, to: string, limit: number): number => {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let row = new Uint8Array(to.length + 2).fill(limit);
  let nextRow = row.slice();
  // Column j is at index j + 1, so that every column has a left neighbour.
  for (let j = 0; j < limit && j <= to.length; j++) row[j + 1] = j;
  for (let i = 1; i <= from.length; i++) {
    const first = Math.max(0, i - limit + 1);
    const last = Math.min(to.length, i + limit - 1);
    let min = limit;
    nextRow[first] = limit;
    for (let j = first; j <= last; j++) {
      const replacement = row[j]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const distance = Math.min(replacement, row[j + 1]! + 1, nextRow[j]! + 1);
      nextRow[j + 1] = distance;
      min = Math.min(min, distance);
    }
    if (min >= limit) return limit;
    [row, nextRow] = [nextRow, row];
  }
  return Math.min(row[to.length + 1]!, limit);
};
