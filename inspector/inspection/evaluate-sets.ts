import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { type ItemAnswers, type LocalInspection, NO_ITEM } from '#inspector/store/local-data.ts';
import { type EvaluatedForm, evaluateForm } from '#workbook-engine/evaluate-form.ts';
import {
  createBudget,
  createTotals,
  evaluateWithinLimit,
  exceedTotals,
  type Totals,
} from '#workbook-engine/expressions/budget.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';
import { isSameJson } from '#workbook-engine/json.ts';
import { createPages, type FormPage } from './form-pages.ts';

export type EvaluatedSet = {
  itemId: string;
  title: string;
  set: ItemAnswers;
  /** null if there are too many answers, or if they are too long to evaluate. */
  evaluated: EvaluatedForm | null;
  /** What the evaluation cost. */
  totals: Totals;
  pages: readonly FormPage[];
  answered: number;
  asked: number;
};

type Evaluation = { form: Form; definition: WorkbookDefinition; evaluationContext: EvaluationContext };

/** Evaluates the answers for each item. Unchanged sets keep their identity so that they are not rendered again. */
export const evaluateSets = (
  { items, sets, title }: LocalInspection,
  evaluation: Evaluation,
  previous: readonly EvaluatedSet[],
): EvaluatedSet[] =>
  (items.length === 0 ? [{ id: NO_ITEM, title }] : items).map((item) => {
    const set = sets[item.id]!;
    const unchanged = previous.find(({ itemId }) => itemId === item.id);
    if (unchanged && isSameJson(unchanged.set, set)) return unchanged;
    return evaluateSet(item, set, evaluation);
  });

/** Whether the sets together exceed the inspection's limits, which the server checks only on completion. */
export const isInspectionTooLarge = (sets: readonly EvaluatedSet[]): boolean =>
  exceedTotals(sets.map(({ totals }) => totals));

const evaluateSet = (
  { id, title }: { id: string; title: string },
  set: ItemAnswers,
  { form, definition, evaluationContext }: Evaluation,
): EvaluatedSet => {
  const counted = createTotals();
  const budget = createBudget(undefined, counted);
  const evaluated = evaluateWithinLimit(() =>
    evaluateForm(form, set.answers, { ...evaluationContext, budget }),
  );
  // Copied because the labels rendered later are added to `counted`.
  const totals = { ...counted };
  const pages = evaluated ? createPages(definition.fields, evaluated.filledForm) : [];
  const sum = (count: 'answered' | 'asked') => pages.reduce((total, page) => total + page[count], 0);
  return { itemId: id, title, set, evaluated, totals, pages, answered: sum('answered'), asked: sum('asked') };
};
