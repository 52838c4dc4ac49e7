/** The name that was probably meant: the same in another letter case, or at most two typing errors away. */
export const nearestName = (given: string, names: Iterable<string>): string | undefined => {
  const wanted = given.toLowerCase();
  let nearest: string | undefined;
  // Two errors in a word of three letters make another word.
  let closer = wanted.length > 3 ? 3 : 2;
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase(), closer);
    if (distance < closer) {
      nearest = name;
      closer = distance;
    }
  }
  return nearest;
};

/** Letters to insert, delete or replace between two words (Levenshtein); `enough` when it is that or more. */
const editDistance = (from: string, to: string, enough: number): number => {
  if (Math.abs(from.length - to.length) >= enough) return enough;
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    if (Math.min(...next) >= enough) return enough;
    row = next;
  }
  return row.at(-1)!;
};
