import { workbookLimits } from '#contract/workbook-limits.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { type Message, msg, toEnglish, verbatim } from '#i18n/message.ts';
import { type AnswerIssue, isAnswered } from './answer.ts';
import type { Evaluation, Frame } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField } from './form.ts';
import { finish, type Work } from './pausable-work.ts';
import { visitFieldsInSteps } from './visit-fields.ts';

/** Finds the errors that prevent completion, in workbook order. */
export const findCompletionIssues = (filledForm: FilledForm): AnswerIssue[] =>
  finish(findCompletionIssuesInSteps(filledForm));

export function* findCompletionIssuesInSteps(filledForm: FilledForm): Work<AnswerIssue[]> {
  const { evaluation } = filledForm;
  const issues: AnswerIssue[] = [];
  yield* visitFieldsInSteps(filledForm, (formField, frame, field) => {
    const message = findIssue(formField, frame, evaluation);
    if (message === undefined) return;
    evaluation.budget.countOutput(field.length + toEnglish(message).length);
    issues.push({ field, message });
    return issues.length < workbookLimits.errors;
  });
  return issues;
}

const findIssue = (formField: FormField, frame: Frame, evaluation: Evaluation): Message | undefined => {
  const { field, required, constraint, choiceFilter } = formField;
  if (!isAnswered(answerOf(frame.answers, field.name))) {
    return required?.(frame, evaluation) ? msg`${field.name} is required and has no answer yet.` : undefined;
  }
  if (choiceFilter) {
    const selectedValues = [answerOf(frame.answers, field.name)].flat() as string[];
    const unavailable = selectedValues.find((value) => !isAvailable(formField, value, frame, evaluation));
    if (unavailable !== undefined) {
      return msg`${field.name} is ${describeValue(unavailable)}, but other answers make this choice unavailable.`;
    }
  }
  if (constraint && !constraint(frame, evaluation)) {
    const message = formField.constraintMessage?.(frame, evaluation);
    return message === undefined
      ? msg`${field.name} does not satisfy its constraint: ${field.constraint!}`
      : verbatim(message);
  }
  return undefined;
};

const isAvailable = (
  { choiceFilter, choicesByValue, operandCount }: FormField,
  value: string,
  frame: Frame,
  evaluation: Evaluation,
): boolean => {
  evaluation.budget.spend(1 + (operandCount >> 2));
  evaluation.choice = choicesByValue?.get(value);
  return evaluation.choice !== undefined && choiceFilter!(frame, evaluation);
};

export const listOfferedChoices = (formField: FormField, frame: Frame, evaluation: Evaluation): string[] => {
  const values = formField.field.choices?.map(({ value }) => value) ?? [];
  return formField.choiceFilter
    ? values.filter((value) => isAvailable(formField, value, frame, evaluation))
    : values;
};
