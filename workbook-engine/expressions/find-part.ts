/** Parts up to this length are found with `indexOf`, which takes at most 32 steps for each character of the text. */
const SHORT = 32;

/**
 * Returns the first index of a part in a text, or -1, in linear time (Knuth, Morris and Pratt 1977). `indexOf` is quadratic
 * in the worst case: two texts of 32 KiB take 200 ms.
 */
export const findPart = (text: string, part: string): number => {
  if (part.length <= SHORT || part.length > text.length) return text.indexOf(part);
  const borders = bordersOf(part);
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== character) matched = borders[matched - 1]!;
    if (part.charCodeAt(matched) === character) matched++;
    if (matched === part.length) return index - matched + 1;
  }
  return -1;
};

/** For each prefix of a part, the length of its longest proper suffix that is also a prefix. */
const bordersOf = (part: string): Uint32Array => {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let index = 1; index < part.length; index++) {
    const character = part.charCodeAt(index);
    while (length > 0 && part.charCodeAt(length) !== character) length = borders[length - 1]!;
    if (part.charCodeAt(length) === character) length++;
    borders[index] = length;
  }
  return borders;
};
