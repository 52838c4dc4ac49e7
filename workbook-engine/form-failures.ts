import { isAnswered } from './answer.ts';
import type { Frame } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField } from './form.ts';
import { finish, type Work } from './pausable-work.ts';
import { visitFieldsInSteps } from './visit-fields.ts';

/** A failed answer. `field` is a path such as `Height` or `Defects[2].Depth`. */
export type Failure = { field: string; formField: FormField; frame: Frame };

/** Finds the failed answers, in workbook order. */
export const findFailures = (filledForm: FilledForm): Failure[] => finish(findFailuresInSteps(filledForm));

export function* findFailuresInSteps(filledForm: FilledForm): Work<Failure[]> {
  const { evaluation } = filledForm;
  const failures: Failure[] = [];
  yield* visitFieldsInSteps(filledForm, (formField, frame, field) => {
    const { failWhen } = formField;
    if (!failWhen || !hasAnswer(formField, frame) || !failWhen(frame, evaluation)) return;
    evaluation.budget.countOutput(field.length);
    failures.push({ field, formField, frame });
  });
  return failures;
}

const hasAnswer = ({ field, slot, calculation }: FormField, frame: Frame): boolean =>
  calculation ? frame.values[slot] !== null : isAnswered(answerOf(frame.answers, field.name));
