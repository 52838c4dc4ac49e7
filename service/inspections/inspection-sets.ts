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

/** The answers for one item, or for an inspection without items. */
export type AnswerSet = AnswersEvaluation & {
  /** Undefined if the inspection has no items. */
  item: InspectedItem | undefined;
  /** 0 if the inspection has no items. */
  itemPosition: number;
  /** Includes irrelevant answers. */
  storedAnswers: Answers;
  comments: Comments;
};

const NO_ANSWERS: CurrentAnswers = { answers: {}, comments: {} };

type AnswerSetsQuery = {
  tenantId: number;
  inspection: InspectionView;
  form: Form;
  now: number;
  /** Called if reading the answers is slow or uses a lot of memory. */
  acquireLargeRequestSlot?: AcquireLargeRequestSlot | undefined;
};

export const readAnswerSets = async (
  db: Database,
  { tenantId, inspection, form, now, acquireLargeRequestSlot }: AnswerSetsQuery,
): Promise<AnswerSet[]> => {
  if (hasLargeAnswers(inspection)) await acquireLargeRequestSlot?.(db);
  const items = await listInspectedItems(db, tenantId, inspection.inspection_id);
  const answersByItem = await readCurrentAnswers(db, tenantId, inspection.inspection_id);
  const evaluationContext = createEvaluationContext(inspection, now);
  const sets: AnswerSet[] = [];
  const totals = createTotals();
  // Without yielding, evaluating a thousand items would block the event loop.
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

export type SetResult = CurrentAnswers & { irrelevantAnswers: Answers; failures: string[] };

/** If a set could not be evaluated, its result contains all current answers. */
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

export const formatAnswerPath = ({ item }: AnswerSet, field: string): string =>
  item ? `items[${item.external_id}].${field}` : field;

export const findMissingAnswers = async (
  set: AnswerSet,
  completeUploads: ReadonlySet<string>,
): Promise<AnswerIssue[]> => [...set.issues, ...(await findMissingUploads(set, completeUploads))];
