import { isAnswered } from './answer.ts';
import type { Frame, Given } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevel } from './form.ts';
import { finish, type Work } from './work.ts';

/** An answer that fails the inspection, and where it stands. `field` is a path such as `Height` or `Defects[2].Depth`. */
export type Failure = { field: string; placed: FormField; frame: Frame };

/** The answers of which `failWhen` is true, in the order of the workbook. */
export const failuresOf = (filled: FilledForm): Failure[] => finish(findFailuresInSteps(filled));

/** The same, with pauses. */
export function* findFailuresInSteps({ form, root, given }: FilledForm): Work<Failure[]> {
  const failures: Failure[] = [];
  yield* judgeFrame(rootLevel(form), root, { given, path: '', failures });
  return failures;
}

type Judging = { given: Given; path: string; failures: Failure[] };

function* judgeFrame(level: FormLevel, frame: Frame, judging: Judging): Work<void> {
  const { given, path, failures } = judging;
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
      yield* judgeFrame(entry, each, { ...judging, path: `${here}[${each.position - 1}].` });
    }
  }
}

/** What was not answered has not failed. */
const hasAnswer = ({ field, slot, calculation }: FormField, frame: Frame): boolean =>
  calculation ? frame.values[slot] !== null : isAnswered(answerOf(frame.answers, field.name));
