/** The number of characters of a text; a surrogate pair is one. A list of them would take 60 ms for a text of 4 MiB. */
export const countCharacters = (text: string): number => {
  let count = text.length;
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xd800) count--;
  return count;
};
