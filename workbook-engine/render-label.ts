import { createBudget, createTotals, EvaluationLimitError, type Totals } from './expressions/budget.ts';
import type { Evaluation, Frame } from './expressions/value.ts';
import type { FormField } from './form.ts';

/**
 * Renders a field's label. Returns undefined if there is no label, or if it is too long. `totals` limits the total size
 * of several labels. Each label has its own budget, because the evaluation's budget would count all labels as part of
 * the field that was evaluated last, and 123 labels containing a long answer would exceed the limit for a field.
 */
export const renderLabel = (
  { field, label }: FormField,
  frame: Frame,
  evaluation: Evaluation,
  totals: Totals = createTotals(),
): string | undefined => {
  if (label === undefined) return undefined;
  const budget = createBudget(undefined, totals);
  try {
    budget.startField(field.name, 0);
    const text = label(frame, { ...evaluation, budget });
    budget.countOutput(text.length);
    return text;
  } catch (error) {
    if (error instanceof EvaluationLimitError) return undefined;
    throw error;
  }
};
