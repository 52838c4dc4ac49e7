/** Number of code points, like the OData function `length` (decision O5). JavaScript counts an emoji as 2. */
export const countCharacters = (text: string): number => [...text].length;
