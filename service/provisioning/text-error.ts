/** An error in the text itself, such as a missing bracket. */
export type TextError = { offset: number; message: string };

/** Lines and columns count from 1, as in editors. */
export const lineAndColumn = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: offset - lastBreak };
};
