import { createBudget, evaluateWithinLimit, type Totals } from './expressions/budget.ts';
import type { Evaluation, Frame } from './expressions/value.ts';
import type { FormField } from './form.ts';

/**
 * Returns undefined if there is no label or it is too long. Each label gets its own budget: the evaluation's budget
 * would charge all labels to the last field, whose limit 123 labels with a long answer would exceed.
 */
export const renderLabel = (
  { field, label }: FormField,
  frame: Frame,
  evaluation: Evaluation,
  totals?: Totals,
): string | undefined => {
  if (label === undefined) return undefined;
  const budget = createBudget(undefined, totals);
  const renderedLabel = evaluateWithinLimit(() => {
    budget.startField(field.name, 0);
    const text = label(frame, { ...evaluation, budget });
    budget.countOutput(text.length);
    return text;
  });
  return renderedLabel ?? undefined;
};
