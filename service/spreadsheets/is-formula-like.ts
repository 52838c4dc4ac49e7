/** Returns true if a spreadsheet program could evaluate the text on the user's computer (OWASP, CSV injection). */
export const isFormulaLike = (text: string): boolean => /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text);
