import type { Database } from '#service/database/connect.ts';
import { createPauses, runInSlices } from '#service/http/run-in-slices.ts';
import type { AnswerIssue, Answers } from '#workbook-engine/answer.ts';
import { createTotals } from '#workbook-engine/expressions/budget.ts';
import type { Form } from '#workbook-engine/form.ts';
import { buildResultInSteps, findIrrelevantAnswersInSteps } from '#workbook-engine/form-result.ts';
import type { Work } from '#workbook-engine/pausable-work.ts';
import { type Comments, type CurrentAnswers, readCurrentAnswers } from './answer-queries.ts';
import {
  type AnswersEvaluation,
  createEvaluationContext,
  evaluateStoredAnswers,
} from './evaluate-answers.ts';
import { type InspectedItem, type InspectionView, listInspectedItems } from './inspection-queries.ts';
import { type AcquireLargeRequestSlot, hasLargeAnswers } from './large-inspections.ts';
import { findMissingUploads } from './list-complete-uploads.ts';

/** The answers about one item, or about an inspection without items, with their evaluation. */
export type AnswerSet = AnswersEvaluation & {
  /** Undefined if the inspection has no items. */
  item: InspectedItem | undefined;
  /** The position of the item, or 0 in an inspection without items. */
  itemPosition: number;
  /** All current answers, including irrelevant ones. */
  storedAnswers: Answers;
  comments: Comments;
};

const NO_ANSWERS: CurrentAnswers = { answers: {}, comments: {} };

/**
 * Reads a set of answers for each item, or a single set if there are no items. Calls `acquireLargeRequestSlot` if
 * this takes a lot of time or memory.
 */
export const readAnswerSets = async (
  db: Database,
  {
    tenantId,
    inspection,
    form,
    now,
    acquireLargeRequestSlot,
  }: {
    tenantId: number;
    inspection: InspectionView;
    form: Form;
    now: number;
    acquireLargeRequestSlot?: AcquireLargeRequestSlot | undefined;
  },
): Promise<AnswerSet[]> => {
  if (hasLargeAnswers(inspection)) await acquireLargeRequestSlot?.(db);
  const items = await listInspectedItems(db, tenantId, inspection.inspection_id);
  const answersByItem = await readCurrentAnswers(db, tenantId, inspection.inspection_id);
  const evaluationContext = createEvaluationContext(inspection, now);
  const sets: AnswerSet[] = [];
  const totals = createTotals();
  // Without pauses, evaluating a thousand items would block the event loop.
  const pause = createPauses();
  for (const item of items.length > 0 ? items : [undefined]) {
    await pause();
    const { answers, comments } = answersByItem.get(item?.item_id ?? null) ?? NO_ANSWERS;
    sets.push({
      item,
      itemPosition: item?.position ?? 0,
      storedAnswers: answers,
      comments,
      ...(await evaluateStoredAnswers(form, answers, {
        evaluationContext,
        totals,
        acquireLargeRequestSlot: () => acquireLargeRequestSlot?.(db),
      })),
    });
  }
  return sets;
};

export type SetResult = {
  answers: Answers;
  irrelevantAnswers: Answers;
  comments: Comments;
  failures: string[];
};

/**
 * Returns the results in the order of the sets. The result of a set that could not be evaluated contains all of
 * its current answers.
 */
export const collectResults = (sets: readonly AnswerSet[]): Promise<SetResult[]> =>
  runInSlices(buildResultsInSteps(sets));

function* buildResultsInSteps(sets: readonly AnswerSet[]): Work<SetResult[]> {
  const results: SetResult[] = [];
  for (const { filledForm, storedAnswers, comments, failures } of sets) {
    results.push({
      answers: filledForm ? yield* buildResultInSteps(filledForm) : storedAnswers,
      irrelevantAnswers: filledForm ? yield* findIrrelevantAnswersInSteps(filledForm) : {},
      comments,
      failures: failures.map(({ field }) => field),
    });
  }
  return results;
}

export const formatFieldPath = ({ item }: AnswerSet, field: string): string =>
  item ? `items[${item.external_id}].${field}` : field;

export const findMissingAnswers = async (
  set: AnswerSet,
  completeUploads: ReadonlySet<string>,
): Promise<AnswerIssue[]> => [...set.issues, ...(await findMissingUploads(set, completeUploads))];
