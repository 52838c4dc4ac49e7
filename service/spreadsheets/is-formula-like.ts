/**
 * Returns true if a spreadsheet program could evaluate a text as a formula on the user's computer, because the text
 * starts with = + - @ (even if full-width or after spaces), or with a tab or line break (OWASP, CSV injection).
 */
export const isFormulaLike = (text: string): boolean => /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text);
