import type { Sentence } from '#sentences/sentence.ts';
import type { Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import { completionFaults } from './completion-faults.ts';
import type { Circumstances } from './expressions/value.ts';
import { fillForm } from './fill-form.ts';
import type { FilledForm, Form } from './form.ts';
import { failuresOf } from './form-failures.ts';
import type { FieldIndex } from './index-fields.ts';

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
