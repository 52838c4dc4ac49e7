import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence, verbatim } from '#i18n/sentence.ts';
import { showValue } from '#i18n/show-value.ts';
import { type AnswerIssue, type Answers, isAnswered } from './answer.ts';
import type { Frame, Given } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** Errors that prevent completion, in the order of the workbook and for each entry of a repeat. */
export const completionIssues = (filled: FilledForm): AnswerIssue[] =>
  finish(completionIssuesInSteps(filled));

/** The same as a generator with pauses. */
export function* completionIssuesInSteps({ form, root, given }: FilledForm): Work<AnswerIssue[]> {
  const issues: AnswerIssue[] = [];
  yield* checkFrame(rootLevel(form), root, { given, path: '', issues });
  return issues;
}

type CheckContext = { given: Given; path: string; issues: AnswerIssue[] };

function* checkFrame(level: FormLevel, frame: Frame, context: CheckContext): Work<void> {
  const { given, path, issues } = context;
  for (const placed of level.fields) {
    if (!frame.isRelevant[placed.slot]) continue;
    if (issues.length >= workbookLimits.errors) return;
    const { name } = placed.field;
    if (given.budget.isPauseDue()) yield;
    given.budget.begin(name);
    const message = issueOf(placed, frame, given);
    if (message !== undefined) issues.push({ field: path + name, message });
    if (!placed.entry) continue;
    for (const entry of frame.values[placed.slot] as readonly Frame[]) {
      yield* checkFrame(placed.entry, entry, { ...context, path: `${path}${name}[${entry.position - 1}].` });
    }
  }
}

const issueOf = (placed: FormField, frame: Frame, given: Given): Sentence | undefined => {
  const { field, required, constraint, choiceFilter } = placed;
  if (!isAnswered(answerOf(frame.answers, field.name))) {
    return required?.(frame, given) ? sentence`${field.name} is required and has no answer yet.` : undefined;
  }
  if (choiceFilter) {
    const withdrawn = selected(frame.answers, field.name).find(
      (value) => !isOffered(placed, value, frame, given),
    );
    if (withdrawn !== undefined) {
      return sentence`${field.name} is ${showValue(withdrawn)}, but other answers make this choice unavailable.`;
    }
  }
  if (constraint && !constraint(frame, given)) {
    const message = placed.constraintMessage?.(frame, given);
    return message === undefined
      ? sentence`${field.name} does not satisfy its constraint: ${field.constraint!}`
      : verbatim(message);
  }
  return undefined;
};

const selected = (answers: Answers, name: string): string[] => {
  const answer = answerOf(answers, name);
  return (Array.isArray(answer) ? answer : [answer]) as string[];
};

/** Whether the choice filter allows a choice. */
const isOffered = (
  { choiceFilter, choiceOf, parts }: FormField,
  value: string,
  frame: Frame,
  given: Given,
): boolean => {
  given.budget.spend(1 + (parts >> 2));
  given.choice = choiceOf?.get(value);
  return given.choice !== undefined && choiceFilter!(frame, given);
};

/** The values of the choices that a field offers, given the other answers. */
export const offeredChoices = (placed: FormField, frame: Frame, given: Given): string[] => {
  const values = placed.field.choices?.map(({ value }) => value) ?? [];
  return placed.choiceFilter ? values.filter((value) => isOffered(placed, value, frame, given)) : values;
};
