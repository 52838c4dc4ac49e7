import type { Answers } from '#workbook-engine/answer.ts';

/** Handlers provided by the app for the user's input. */
export type QuestionActions = {
  /** Updates the latest answers. Resolves once the change is saved. */
  updateAnswer(path: string, update: (answers: Answers) => Answers): Promise<void>;
  /**
   * Stores text that is not a valid answer, so that it is not lost when the user leaves the question. The next change
   * to the answer removes it.
   */
  saveDraft?(path: string, text: string): Promise<void>;
  /** Changes the comment on an answer. Undefined and empty properties are removed. */
  updateComment(field: string, change: { text?: string; pictures?: string[] }): Promise<void>;
  /** Called when a question receives the focus. */
  onFocus(path: string): void;
};
