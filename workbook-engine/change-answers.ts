import type { Answer, Answers } from './answer.ts';
import { createDefaultAnswers } from './default-answers.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { answerOf, type Form, type FormLevel } from './form.ts';

// These functions read and change answers by path, such as `Height` or `Defects[2].Depth`. Those that change
// answers return new objects.

type PathStep = { name: string; entryIndex: number | undefined };

const parsePath = (path: string): PathStep[] =>
  path.split('.').map((part) => {
    const [, name, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(part)!;
    return { name: name!, entryIndex: index === undefined ? undefined : Number(index) };
  });

/** Returns the outermost field in a path: `Defects` in `Defects[2].Depth`. */
export const parseOutermostField = (path: string): string => parsePath(path)[0]!.name;

/** Returns the innermost field in a path: `Depth` in `Defects[2].Depth`. */
export const parseInnermostField = (path: string): string => parsePath(path).at(-1)!.name;

/** Returns the answer or entry at a path; undefined if there is none. */
export const readAnswer = (answers: Answers, path: string): Answer | undefined => {
  let current: Answer | Answers | undefined = answers;
  for (const { name, entryIndex } of parsePath(path)) {
    const level: Answers | undefined = current as Answers | undefined;
    current = level && answerOf(level, name);
    if (entryIndex !== undefined) current = (current as Answers[] | null | undefined)?.[entryIndex];
  }
  return current as Answer | undefined;
};

/** Returns the answers with one answer changed; null clears it. */
export const withAnswer = (answers: Answers, path: string, answer: Answer): Answers =>
  changeAt(answers, parsePath(path), () => answer);

/** Adds an entry to the end of a repeat, using the defaults of its fields. */
export const withNewEntry = (
  answers: Answers,
  path: string,
  { form, level, evaluationContext }: { form: Form; level: FormLevel; evaluationContext: EvaluationContext },
): Answers =>
  changeAt(answers, parsePath(path), (current) => {
    const entries = (current ?? []) as Answers[];
    return [...entries, createDefaultAnswers(form, level, evaluationContext, entries.length + 1)];
  });

/** Inserts an entry into a repeat, for example to undo its removal. */
export const withEntryAt = (answers: Answers, path: string, index: number, entry: Answers): Answers =>
  changeAt(answers, parsePath(path), (current) => ((current ?? []) as Answers[]).toSpliced(index, 0, entry));

export const withoutEntry = (answers: Answers, path: string, index: number): Answers =>
  changeAt(answers, parsePath(path), (current) => ((current ?? []) as Answers[]).toSpliced(index, 1));

const changeAt = (
  answers: Answers,
  [step, ...rest]: readonly PathStep[],
  change: (current: Answer | undefined) => Answer,
): Answers => {
  const { name, entryIndex } = step!;
  const current = answerOf(answers, name);
  if (entryIndex === undefined || rest.length === 0) return { ...answers, [name]: change(current) };
  const entries = (current ?? []) as Answers[];
  const changedEntry = changeAt(entries[entryIndex] ?? {}, rest, change);
  return { ...answers, [name]: entries.with(entryIndex, changedEntry) };
};
