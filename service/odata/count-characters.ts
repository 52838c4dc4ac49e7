/** Characters (code points), as `length` of the language counts them (decision O5): to JavaScript an emoji is two. */
export const countCharacters = (text: string): number => [...text].length;
