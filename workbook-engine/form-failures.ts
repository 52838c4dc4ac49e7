import { isAnswered } from './answer.ts';
import type { Evaluation, Frame } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevelOf } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** A failed answer. `field` is a path such as `Height` or `Defects[2].Depth`. */
export type Failure = { field: string; formField: FormField; frame: Frame };

/** The answers for which `failWhen` is true, in workbook order. */
export const findFailures = (filledForm: FilledForm): Failure[] => finish(findFailuresInSteps(filledForm));

/** Like `findFailures`, but with pauses. */
export function* findFailuresInSteps({ form, root, evaluation }: FilledForm): Work<Failure[]> {
  const failures: Failure[] = [];
  yield* collectFailures(rootLevelOf(form), root, { evaluation, path: '', failures });
  return failures;
}

type FailureContext = { evaluation: Evaluation; path: string; failures: Failure[] };

function* collectFailures(level: FormLevel, frame: Frame, context: FailureContext): Work<void> {
  const { evaluation, path, failures } = context;
  for (const formField of level.fields) {
    const { field, failWhen, parts, entry } = formField;
    if (evaluation.budget.isPauseDue()) yield;
    evaluation.budget.begin(field.name, parts);
    if (!frame.isRelevant[formField.slot]) continue;
    const fieldPath = path + field.name;
    if (failWhen && hasAnswer(formField, frame) && failWhen(frame, evaluation)) {
      evaluation.budget.keep(fieldPath.length);
      failures.push({ field: fieldPath, formField, frame });
    }
    if (!entry) continue;
    for (const entryFrame of frame.values[formField.slot] as readonly Frame[]) {
      yield* collectFailures(entry, entryFrame, {
        ...context,
        path: `${fieldPath}[${entryFrame.position - 1}].`,
      });
    }
  }
}

/** A field can only fail if it has been answered. */
const hasAnswer = ({ field, slot, calculation }: FormField, frame: Frame): boolean =>
  calculation ? frame.values[slot] !== null : isAnswered(answerOf(frame.answers, field.name));
