import type { Answers } from '#workbook-engine/answer.ts';

export type QuestionActions = {
  /** Resolves once the change is saved. */
  updateAnswer(path: string, update: (answers: Answers) => Answers): Promise<void>;
  /** Stores text that is not a valid answer until the next change to the answer. */
  saveDraft?(path: string, text: string): Promise<void>;
  /** Undefined and empty properties are removed. */
  updateComment(field: string, change: { text?: string; pictures?: string[] }): Promise<void>;
  onFocus(path: string): void;
};
