export type TextError = { offset: number; message: string };

/** Both numbers start at 1, as in editors. */
export const findLineAndColumn = (text: string, offset: number): { line: number; column: number } => {
  const precedingText = text.slice(0, offset);
  const lastLineBreak = precedingText.lastIndexOf('\n');
  return { line: precedingText.split('\n').length, column: offset - lastLineBreak };
};
