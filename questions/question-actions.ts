import type { Answers } from '#workbook-engine/answer.ts';

/** What the app does with the input of its user. */
export type QuestionActions = {
  /** Changes the answers, based on those at that moment. Resolves when the change is saved. */
  change(path: string, to: (answers: Answers) => Answers): Promise<void>;
  /** Changes the comment on an answer. Undefined and empty members are removed. */
  comment(field: string, change: { text?: string; pictures?: string[] }): Promise<void>;
  /** Called when a question gets the focus. */
  rememberPlace(path: string): void;
};
