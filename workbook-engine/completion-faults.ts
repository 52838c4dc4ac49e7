import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence, verbatim } from '#sentences/sentence.ts';
import { type AnswerFault, type Answers, isAnswered } from './answer.ts';
import type { Frame, Given } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevel } from './form.ts';
import { showValue } from './show-value.ts';
import { finish, type Work } from './work.ts';

/** What keeps an inspection from being completed, in the order of the workbook; in a repeat, of each entry. */
export const completionFaults = (filled: FilledForm): AnswerFault[] => finish(completeInSteps(filled));

/** The same, with pauses. */
export function* completeInSteps({ form, root, given }: FilledForm): Work<AnswerFault[]> {
  const faults: AnswerFault[] = [];
  yield* judgeFrame(rootLevel(form), root, { given, path: '', faults });
  return faults;
}

type Judging = { given: Given; path: string; faults: AnswerFault[] };

function* judgeFrame(level: FormLevel, frame: Frame, judging: Judging): Work<void> {
  const { given, path, faults } = judging;
  for (const placed of level.fields) {
    if (!frame.isRelevant[placed.slot]) continue;
    if (faults.length >= workbookLimits.faults) return;
    const { name } = placed.field;
    if (given.budget.isPauseDue()) yield;
    given.budget.begin(name);
    const message = faultOf(placed, frame, given);
    if (message !== undefined) faults.push({ field: path + name, message });
    if (!placed.entry) continue;
    for (const entry of frame.values[placed.slot] as readonly Frame[]) {
      yield* judgeFrame(placed.entry, entry, { ...judging, path: `${path}${name}[${entry.position - 1}].` });
    }
  }
}

const faultOf = (placed: FormField, frame: Frame, given: Given): Sentence | undefined => {
  const { field, required, constraint, choiceFilter } = placed;
  if (!isAnswered(answerOf(frame.answers, field.name))) {
    return required?.(frame, given) ? sentence`${field.name} is required and has no answer yet.` : undefined;
  }
  if (choiceFilter) {
    const withdrawn = chosen(frame.answers, field.name).find(
      (value) => !isOffered(placed, value, frame, given),
    );
    if (withdrawn !== undefined) {
      return sentence`${field.name} is ${showValue(withdrawn)}, which the other answers do not offer any more.`;
    }
  }
  if (constraint && !constraint(frame, given)) {
    const ownWords = placed.constraintMessage?.(frame, given);
    return ownWords === undefined
      ? sentence`${field.name} does not satisfy its constraint: ${field.constraint!}`
      : verbatim(ownWords);
  }
  return undefined;
};

const chosen = (answers: Answers, name: string): string[] => {
  const answer = answerOf(answers, name);
  return (Array.isArray(answer) ? answer : [answer]) as string[];
};

/** Whether the other answers leave a choice to choose. */
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
