import { isAnswered } from './answer.ts';
import type { Evaluation, Frame } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** A failed answer. `field` is a path such as `Height` or `Defects[2].Depth`. */
export type Failure = { field: string; formField: FormField; frame: Frame };

/** The answers for which `failWhen` is true, in the order of the workbook. */
export const failuresOf = (filledForm: FilledForm): Failure[] => finish(failuresInSteps(filledForm));

/** Like `failuresOf`, with pauses. */
export function* failuresInSteps({ form, root, evaluation }: FilledForm): Work<Failure[]> {
  const failures: Failure[] = [];
  yield* collectFailures(rootLevel(form), root, { evaluation, path: '', failures });
  return failures;
}

type FailureContext = { evaluation: Evaluation; path: string; failures: Failure[] };

function* collectFailures(level: FormLevel, frame: Frame, context: FailureContext): Work<void> {
  const { evaluation, path, failures } = context;
  for (const formField of level.fields) {
    if (!frame.isRelevant[formField.slot]) continue;
    const { field, failWhen, entry } = formField;
    const fieldPath = path + field.name;
    if (evaluation.budget.isPauseDue()) yield;
    evaluation.budget.begin(field.name);
    if (failWhen && hasAnswer(formField, frame) && failWhen(frame, evaluation))
      failures.push({ field: fieldPath, formField, frame });
    if (!entry) continue;
    for (const entryFrame of frame.values[formField.slot] as readonly Frame[]) {
      yield* collectFailures(entry, entryFrame, {
        ...context,
        path: `${fieldPath}[${entryFrame.position - 1}].`,
      });
    }
  }
}

/** Only answered fields can fail. */
const hasAnswer = ({ field, slot, calculation }: FormField, frame: Frame): boolean =>
  calculation ? frame.values[slot] !== null : isAnswered(answerOf(frame.answers, field.name));
