import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { answerAt, withAnswer, withEntry } from '#workbook-engine/change-answers.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import type { Form, FormLevel } from '#workbook-engine/form.ts';

/** The changes that a user makes to answers. Each resolves when the change is saved. */
type AnswerActions = {
  answer(path: string, answer: Answer): Promise<void>;
  /** Selects or clears one of several choices. */
  toggle(path: string, choice: string): Promise<void>;
  addEntry(path: string, level: FormLevel): Promise<void>;
  removeEntry(path: string, place: number): Promise<void>;
  /** Restores a removed entry. */
  restoreEntry(path: string, place: number, entry: Answers): Promise<void>;
};

export type QuestionActions = AnswerActions & {
  /** Changes the comment on an answer. Undefined and empty members are removed. */
  comment(field: string, change: { text?: string; pictures?: string[] }): Promise<void>;
  /** Called when a question gets the focus. */
  rememberPlace(path: string): void;
};

/** The changes to answers; `change` applies one to the answers at that moment. */
export const createAnswerActions = (
  change: (path: string, to: (answers: Answers) => Answers) => Promise<void>,
  { form, evaluationContext }: { form: Form; evaluationContext: () => EvaluationContext },
): AnswerActions => {
  const changeEntries = (path: string, to: (entries: Answers[]) => Answers[]) =>
    change(path, (answers) => withAnswer(answers, path, to((answerAt(answers, path) ?? []) as Answers[])));
  return {
    answer: (path, answer) => change(path, (answers) => withAnswer(answers, path, answer)),
    toggle: (path, choice) =>
      change(path, (answers) =>
        withAnswer(answers, path, toggled((answerAt(answers, path) ?? []) as string[], choice)),
      ),
    addEntry: (path, level) =>
      change(path, (answers) =>
        withEntry(answers, path, { form, level, evaluationContext: evaluationContext() }),
      ),
    removeEntry: (path, place) => changeEntries(path, (entries) => entries.toSpliced(place, 1)),
    restoreEntry: (path, place, entry) =>
      changeEntries(path, (entries) => entries.toSpliced(place, 0, entry)),
  };
};

/** Adds a choice to the selected ones, or removes it; null if none is left. */
export const toggled = (selected: readonly string[], choice: string): string[] | null => {
  const others = selected.filter((each) => each !== choice);
  if (others.length === selected.length) return [...selected, choice];
  return others.length > 0 ? others : null;
};
