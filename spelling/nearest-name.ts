/**
 * The number of names that are compared: of more, only the first in alphabetical order. Comparing as many names of 256
 * letters takes 40 ms, during which the process does nothing else.
 */
export const MAX_COMPARED = 2_000;

/** The name that was probably meant: equal except for letter case, or at most two typing errors away. */
export const nearestName = (given: string, names: Iterable<string>): string | undefined => {
  const wanted = given.toLowerCase();
  let nearest: string | undefined;
  // With two errors a word of three letters is another word, as is a single letter with one error.
  let closer = wanted.length > 3 ? 3 : Math.min(2, wanted.length);
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase(), closer);
    if (distance < closer) {
      nearest = name;
      closer = distance;
    }
  }
  return nearest;
};

/**
 * The Levenshtein distance of two words, or `enough` when it is at least that. Only the few cells of each row that can
 * be below `enough` are computed, so the cost is linear in the length of the names.
 */
const editDistance = (from: string, to: string, enough: number): number => {
  if (Math.abs(from.length - to.length) >= enough) return enough;
  let row = new Uint8Array(to.length + 2).fill(enough);
  let next = row.slice();
  // Column j of the table is cell j + 1, so that there is always a cell to the left.
  for (let j = 0; j < enough && j <= to.length; j++) row[j + 1] = j;
  for (let i = 1; i <= from.length; i++) {
    const first = Math.max(0, i - enough + 1);
    const last = Math.min(to.length, i + enough - 1);
    let least = enough;
    next[first] = enough;
    for (let j = first; j <= last; j++) {
      const replaced = row[j]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const changes = Math.min(replaced, row[j + 1]! + 1, next[j]! + 1);
      next[j + 1] = changes;
      least = Math.min(least, changes);
    }
    if (least >= enough) return enough;
    [row, next] = [next, row];
  }
  return Math.min(row[to.length + 1]!, enough);
};
