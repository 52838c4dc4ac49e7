import type { Answer, Answers } from './answer.ts';
import type { Circumstances } from './expressions/value.ts';
import type { Form, FormLevel } from './form.ts';
import { startAnswers } from './start-answers.ts';

// Answers by their paths, such as `Height` and `Defects[2].Depth`. Nothing is changed in place.

type Step = { name: string; entry: number | undefined };

const stepsOf = (path: string): Step[] =>
  path.split('.').map((part) => {
    const [, name, entry] = /^(\w+)(?:\[(\d+)\])?$/.exec(part)!;
    return { name: name!, entry: entry === undefined ? undefined : Number(entry) };
  });

/** The field of the workbook itself that an answer belongs to: `Defects` of `Defects[2].Depth`. */
export const fieldOfPath = (path: string): string => stepsOf(path)[0]!.name;

/** The field that a path leads to: `Depth` of `Defects[2].Depth`. */
export const nameOfPath = (path: string): string => stepsOf(path).at(-1)!.name;

/** What stands at a path; undefined: nothing. */
export const answerAt = (answers: Answers, path: string): Answer | undefined => {
  let at: Answer | Answers | undefined = answers;
  for (const { name, entry } of stepsOf(path)) {
    const around: Answers | undefined = at as Answers | undefined;
    at = around && Object.hasOwn(around, name) ? around[name] : undefined;
    if (entry !== undefined) at = (at as Answers[] | null | undefined)?.[entry];
  }
  return at as Answer | undefined;
};

/** The answers with one changed; null takes it back. */
export const withAnswer = (answers: Answers, path: string, answer: Answer): Answers =>
  changeAt(answers, stepsOf(path), () => answer);

/** The answers with one more entry of a repeat, which begins with its defaults. */
export const withEntry = (
  answers: Answers,
  path: string,
  { form, level, circumstances }: { form: Form; level: FormLevel; circumstances: Circumstances },
): Answers =>
  changeAt(answers, stepsOf(path), (before) => {
    const entries = (before ?? []) as Answers[];
    return [...entries, startAnswers(form, level, circumstances, entries.length + 1)];
  });

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
