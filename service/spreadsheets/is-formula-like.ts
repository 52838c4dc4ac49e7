/**
 * Whether a spreadsheet may take a text for a formula and run it on the machine of whoever opens the file: = + - @, wide
 * ones too, behind blanks, or anything behind a tab or the end of a line (OWASP, CSV injection).
 */
export const isFormulaLike = (text: string): boolean => /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text);
