import type { Answer, Answers } from '#workbook-engine/answer.ts';
import type { FormLevel } from '#workbook-engine/form.ts';

/** The changes that a user makes to answers. Each resolves when the change is saved. */
export type QuestionActions = {
  answer(path: string, answer: Answer): Promise<void>;
  /** Selects or clears one of several choices. */
  toggle(path: string, choice: string): Promise<void>;
  addEntry(path: string, level: FormLevel): Promise<void>;
  removeEntry(path: string, place: number): Promise<void>;
  /** Restores a removed entry. */
  restoreEntry(path: string, place: number, entry: Answers): Promise<void>;
  /** Changes the comment on an answer. Undefined and empty members are removed. */
  comment(field: string, change: { text?: string; pictures?: string[] }): Promise<void>;
  /** Called when a question gets the focus. */
  rememberPlace(path: string): void;
};
