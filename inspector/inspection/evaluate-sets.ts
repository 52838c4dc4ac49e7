import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { type ItemAnswers, type LocalInspection, NO_ITEM } from '#inspector/store/local-data.ts';
import { type EvaluatedForm, evaluateForm } from '#workbook-engine/evaluate-form.ts';
import {
  areTotalsExceeded,
  createBudget,
  createTotals,
  evaluateWithinLimit,
  type Totals,
} from '#workbook-engine/expressions/budget.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';
import { isSameJson } from '#workbook-engine/json.ts';
import { createPages, type FormPage } from './form-pages.ts';

export type EvaluatedSet = {
  itemId: string;
  title: string;
  itemAnswers: ItemAnswers;
  /** null if the answers are too many or too long to evaluate. */
  evaluatedForm: EvaluatedForm | null;
  /** Memory, steps and characters used by the evaluation. */
  totals: Totals;
  pages: readonly FormPage[];
  answered: number;
  asked: number;
};

type EvaluationInput = { form: Form; definition: WorkbookDefinition; evaluationContext: EvaluationContext };

/** Unchanged sets keep their identity to avoid re-rendering. */
export const evaluateSets = (
  { items, sets, title }: LocalInspection,
  evaluationInput: EvaluationInput,
  previousSets: readonly EvaluatedSet[],
): EvaluatedSet[] =>
  (items.length === 0 ? [{ id: NO_ITEM, title }] : items).map((item) => {
    const itemAnswers = sets[item.id]!;
    const previousSet = previousSets.find(({ itemId }) => itemId === item.id);
    if (previousSet && isSameJson(previousSet.itemAnswers, itemAnswers)) return previousSet;
    return evaluateSet(item, itemAnswers, evaluationInput);
  });

/** Whether the sets together exceed the inspection's limits, which the server checks only on completion. */
export const isInspectionTooLarge = (sets: readonly EvaluatedSet[]): boolean =>
  areTotalsExceeded(sets.map(({ totals }) => totals));

const evaluateSet = (
  { id, title }: { id: string; title: string },
  itemAnswers: ItemAnswers,
  { form, definition, evaluationContext }: EvaluationInput,
): EvaluatedSet => {
  const runningTotals = createTotals();
  const budget = createBudget(undefined, runningTotals);
  const evaluatedForm = evaluateWithinLimit(() =>
    evaluateForm(form, itemAnswers.answers, { ...evaluationContext, budget }),
  );
  // Copied, because rendering labels later adds to `runningTotals`.
  const totals = { ...runningTotals };
  const pages = evaluatedForm ? createPages(definition.fields, evaluatedForm.filledForm) : [];
  const sum = (count: 'answered' | 'asked') => pages.reduce((total, page) => total + page[count], 0);
  return {
    ...{ itemId: id, title, itemAnswers, evaluatedForm, totals, pages },
    ...{ answered: sum('answered'), asked: sum('asked') },
  };
};
