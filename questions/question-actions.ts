import type { Answers } from '#workbook-engine/answer.ts';

export type QuestionActions = {
  /** Updates the latest answers. Resolves once the change is saved. */
  updateAnswer(path: string, update: (answers: Answers) => Answers): Promise<void>;
  /** Keeps text that is not a valid answer when the user leaves the question. The next change removes it. */
  saveDraft?(path: string, text: string): Promise<void>;
  /** Changes the comment on an answer. Undefined and empty properties are removed. */
  updateComment(field: string, change: { text?: string; pictures?: string[] }): Promise<void>;
  onFocus(path: string): void;
};
