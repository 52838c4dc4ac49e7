import type { Frame } from './expressions/value.ts';
import { type FilledForm, type FormField, type FormLevel, rootLevelOf } from './form.ts';
import type { Work } from './pausable-work.ts';

/** Visits a relevant field with its path, such as `Height` or `Defects[2].Depth`. Returns false to stop. */
type Visit = (formField: FormField, frame: Frame, path: string) => boolean | undefined;

/** Visits the relevant fields in workbook order, including those in repeats. */
export function* visitFieldsInSteps(filledForm: FilledForm, visit: Visit): Work<void> {
  yield* visitFrame(rootLevelOf(filledForm.form), filledForm.root, '', { filledForm, visit });
}

function* visitFrame(
  level: FormLevel,
  frame: Frame,
  parentPath: string,
  context: { filledForm: FilledForm; visit: Visit },
): Work<boolean> {
  const { budget } = context.filledForm.evaluation;
  for (const formField of level.fields) {
    const { field, slot, operandCount, instanceLevel } = formField;
    if (budget.isPauseDue()) yield;
    budget.startField(field.name, operandCount);
    if (!frame.isRelevant[slot]) continue;
    const path = parentPath + field.name;
    if (context.visit(formField, frame, path) === false) return false;
    if (!instanceLevel) continue;
    for (const instanceFrame of frame.values[slot] as readonly Frame[]) {
      const instancePath = `${path}[${instanceFrame.position - 1}].`;
      if (!(yield* visitFrame(instanceLevel, instanceFrame, instancePath, context))) return false;
    }
  }
  return true;
}
