import type { Sentence } from '#sentences/sentence.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { completionFaults } from '#workbook-engine/completion-faults.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import type { FilledForm, Form, FormLevel } from '#workbook-engine/form.ts';
import { failuresOf } from '#workbook-engine/form-failures.ts';
import type { FieldIndex } from '#workbook-engine/index-fields.ts';
import { startAnswers } from '#workbook-engine/start-answers.ts';

/** What answers come to. Paths are such as `Height` and `Defects[2].Depth`. */
export type Judged = {
  filled: FilledForm;
  /** What keeps the inspection from being completed. */
  faults: ReadonlyMap<string, Sentence>;
  failures: ReadonlySet<string>;
};

/** Judges answers as the server would. Throws TooMuchToJudge. */
export const judge = (form: Form, answers: Answers, circumstances: Circumstances): Judged => {
  const filled = fillForm(form, keepSuitable(form.index, answers), circumstances);
  return {
    filled,
    faults: new Map(completionFaults(filled).map(({ field, message }) => [field, message])),
    failures: new Set(failuresOf(filled).map(({ field }) => field)),
  };
};

/** The answers that suit a form: it may have become another since they were given. */
export const keepSuitable = (index: FieldIndex, answers: Answers): Answers => {
  const kept: Answers = {};
  for (const [name, answer] of Object.entries(answers)) {
    const indexed = index.fields.get(name);
    if (!indexed) continue;
    if (indexed.entry) {
      if (Array.isArray(answer))
        kept[name] = (answer as Answers[]).map((entry) => keepSuitable(indexed.entry!, entry));
    } else if (checkAnswer(indexed, answer).faults.length === 0) kept[name] = answer;
  }
  return kept;
};

type Step = { name: string; entry: number | undefined };

const stepsOf = (path: string): Step[] =>
  path.split('.').map((part) => {
    const [, name, entry] = /^(\w+)(?:\[(\d+)\])?$/.exec(part)!;
    return { name: name!, entry: entry === undefined ? undefined : Number(entry) };
  });

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
