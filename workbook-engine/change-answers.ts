import type { Answer, Answers } from './answer.ts';
import { createDefaultAnswers } from './default-answers.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { answerOf, type Form, type FormLevel } from './form.ts';

// Reads and changes answers by path, such as `Height` or `Defects[2].Depth`. Changes return new objects.

type Step = { name: string; entry: number | undefined };

const parsePath = (path: string): Step[] =>
  path.split('.').map((part) => {
    const [, name, entry] = /^(\w+)(?:\[(\d+)\])?$/.exec(part)!;
    return { name: name!, entry: entry === undefined ? undefined : Number(entry) };
  });

/** The outermost field in a path: `Defects` in `Defects[2].Depth`. */
export const parseOutermostField = (path: string): string => parsePath(path)[0]!.name;

/** The innermost field in a path: `Depth` in `Defects[2].Depth`. */
export const parseInnermostField = (path: string): string => parsePath(path).at(-1)!.name;

/** The answer or entry at a path; undefined if there is none. */
export const readAnswer = (answers: Answers, path: string): Answer | undefined => {
  let current: Answer | Answers | undefined = answers;
  for (const { name, entry } of parsePath(path)) {
    const level: Answers | undefined = current as Answers | undefined;
    current = level && answerOf(level, name);
    if (entry !== undefined) current = (current as Answers[] | null | undefined)?.[entry];
  }
  return current as Answer | undefined;
};

/** Sets an answer; null clears it. */
export const withAnswer = (answers: Answers, path: string, answer: Answer): Answers =>
  changeAt(answers, parsePath(path), () => answer);

export const withEntry = (
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
  [step, ...rest]: readonly Step[],
  change: (current: Answer | undefined) => Answer,
): Answers => {
  const { name, entry } = step!;
  const current = answerOf(answers, name);
  if (entry === undefined || rest.length === 0) return { ...answers, [name]: change(current) };
  const entries = (current ?? []) as Answers[];
  return { ...answers, [name]: entries.with(entry, changeAt(entries[entry] ?? {}, rest, change)) };
};
