import type { Message } from '#i18n/message.ts';
import type { Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import { findCompletionIssues } from './completion-issues.ts';
import type { Budget } from './expressions/budget.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { fillForm } from './fill-form.ts';
import type { FilledForm, Form } from './form.ts';
import { findFailures } from './form-failures.ts';
import type { FieldIndex } from './index-fields.ts';

/** Issues and failures are identified by paths such as `Height` and `Defects[2].Depth`. */
export type EvaluatedForm = {
  filledForm: FilledForm;
  issues: ReadonlyMap<string, Message>;
  failures: ReadonlySet<string>;
};

/** Evaluates answers as the server does. Throws EvaluationLimitError if this takes too long. */
export const evaluateForm = (
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext & { budget?: Budget },
): EvaluatedForm => {
  const filledForm = fillForm(form, filterValidAnswers(form.index, answers), evaluationContext);
  return {
    filledForm,
    issues: new Map(findCompletionIssues(filledForm).map(({ field, message }) => [field, message])),
    failures: new Set(findFailures(filledForm).map(({ field }) => field)),
  };
};

/** Removes answers that are invalid for the form, which may have changed since they were entered. */
export const filterValidAnswers = (index: FieldIndex, answers: Answers): Answers => {
  const validAnswers: Answers = {};
  for (const [name, answer] of Object.entries(answers)) {
    const preparedField = index.fields.get(name);
    if (!preparedField) continue;
    if (preparedField.instanceFields) {
      if (Array.isArray(answer))
        validAnswers[name] = (answer as Answers[]).map((instance) =>
          filterValidAnswers(preparedField.instanceFields!, instance),
        );
    } else if (checkAnswer(preparedField, answer).issues.length === 0) validAnswers[name] = answer;
  }
  return validAnswers;
};
