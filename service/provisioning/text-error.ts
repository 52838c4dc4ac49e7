/** A syntax error, such as a missing bracket. */
export type TextError = { offset: number; message: string };

/** Line and column numbers start at 1, as in editors. */
export const findLineAndColumn = (text: string, offset: number): { line: number; column: number } => {
  const preceding = text.slice(0, offset);
  const lastBreak = preceding.lastIndexOf('\n');
  return { line: preceding.split('\n').length, column: offset - lastBreak };
};
