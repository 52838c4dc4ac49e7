/**
 * Whether a spreadsheet program could evaluate text as a formula on the user's computer: it starts with = + - @ (even
 * if full-width or after spaces), or with a tab or line break (OWASP, CSV injection).
 */
export const isFormulaLike = (text: string): boolean => /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text);
