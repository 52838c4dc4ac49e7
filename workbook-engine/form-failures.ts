import { isAnswered } from './answer.ts';
import type { Frame, Given } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** A failed answer and its position. `field` is a path such as `Height` or `Defects[2].Depth`. */
export type Failure = { field: string; placed: FormField; frame: Frame };

/** The answers for which `failWhen` is true, in the order of the workbook. */
export const failuresOf = (filled: FilledForm): Failure[] => finish(findFailuresInSteps(filled));

/** The same as a generator with pauses. */
export function* findFailuresInSteps({ form, root, given }: FilledForm): Work<Failure[]> {
  const failures: Failure[] = [];
  yield* collectFailures(rootLevel(form), root, { given, path: '', failures });
  return failures;
}

type FailureContext = { given: Given; path: string; failures: Failure[] };

function* collectFailures(level: FormLevel, frame: Frame, context: FailureContext): Work<void> {
  const { given, path, failures } = context;
  for (const placed of level.fields) {
    if (!frame.isRelevant[placed.slot]) continue;
    const { field, failWhen, entry } = placed;
    const here = path + field.name;
    if (given.budget.isPauseDue()) yield;
    given.budget.begin(field.name);
    if (failWhen && hasAnswer(placed, frame) && failWhen(frame, given))
      failures.push({ field: here, placed, frame });
    if (!entry) continue;
    for (const each of frame.values[placed.slot] as readonly Frame[]) {
      yield* collectFailures(entry, each, { ...context, path: `${here}[${each.position - 1}].` });
    }
  }
}

/** Only answered fields can fail. */
const hasAnswer = ({ field, slot, calculation }: FormField, frame: Frame): boolean =>
  calculation ? frame.values[slot] !== null : isAnswered(answerOf(frame.answers, field.name));
