import type { Answer, Answers } from './answer.ts';
import type { EvaluationContext } from './expressions/value.ts';
import type { Form, FormLevel } from './form.ts';
import { startAnswers } from './start-answers.ts';

// Answers by their paths, such as `Height` and `Defects[2].Depth`. All functions return new objects.

type Step = { name: string; entry: number | undefined };

const stepsOf = (path: string): Step[] =>
  path.split('.').map((part) => {
    const [, name, entry] = /^(\w+)(?:\[(\d+)\])?$/.exec(part)!;
    return { name: name!, entry: entry === undefined ? undefined : Number(entry) };
  });

/** The outermost field of a path: `Defects` of `Defects[2].Depth`. */
export const fieldOfPath = (path: string): string => stepsOf(path)[0]!.name;

/** The innermost field of a path: `Depth` of `Defects[2].Depth`. */
export const nameOfPath = (path: string): string => stepsOf(path).at(-1)!.name;

/** The answer or entry at a path; undefined if there is none. */
export const answerAt = (answers: Answers, path: string): Answer | undefined => {
  let at: Answer | Answers | undefined = answers;
  for (const { name, entry } of stepsOf(path)) {
    const around: Answers | undefined = at as Answers | undefined;
    at = around && Object.hasOwn(around, name) ? around[name] : undefined;
    if (entry !== undefined) at = (at as Answers[] | null | undefined)?.[entry];
  }
  return at as Answer | undefined;
};

/** The answers with one changed; null removes it. */
export const withAnswer = (answers: Answers, path: string, answer: Answer): Answers =>
  changeAt(answers, stepsOf(path), () => answer);

/** The answers with one more entry of a repeat, with its defaults. */
export const withEntry = (
  answers: Answers,
  path: string,
  { form, level, evaluationContext }: { form: Form; level: FormLevel; evaluationContext: EvaluationContext },
): Answers =>
  changeAt(answers, stepsOf(path), (before) => {
    const entries = (before ?? []) as Answers[];
    return [...entries, startAnswers(form, level, evaluationContext, entries.length + 1)];
  });

/** The answers with an entry of a repeat at a place, for example one that was removed. */
export const withEntryAt = (answers: Answers, path: string, place: number, entry: Answers): Answers =>
  changeAt(answers, stepsOf(path), (before) => ((before ?? []) as Answers[]).toSpliced(place, 0, entry));

export const withoutEntry = (answers: Answers, path: string, entry: number): Answers =>
  changeAt(answers, stepsOf(path), (before) => ((before ?? []) as Answers[]).toSpliced(entry, 1));

const changeAt = (
  answers: Answers,
  [step, ...rest]: readonly Step[],
  change: (before: Answer | undefined) => Answer,
): Answers => {
  const { name, entry } = step!;
  const before = Object.hasOwn(answers, name) ? answers[name] : undefined;
  if (entry === undefined || rest.length === 0) return { ...answers, [name]: change(before) };
  const entries = (before ?? []) as Answers[];
  return { ...answers, [name]: entries.with(entry, changeAt(entries[entry] ?? {}, rest, change)) };
};
