/** Counts Unicode characters. Avoids `[...text].length`, which takes 60 ms for 4 MiB. */
export const countCharacters = (text: string): number => {
  let count = text.length;
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xd800) count--;
  return count;
};
