import type { ComparisonQuery } from '#contract/inspection.ts';
import type { Database } from '#service/database/connect.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import type { Actor } from '#service/identity/actor.ts';
import { stateFromCode } from '#service/tasks/task.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { type AnswerChange, compareAnswersInSteps } from '#workbook-engine/compare-answers.ts';
import type { Work } from '#workbook-engine/pausable-work.ts';
import { listResults } from './completion-queries.ts';
import { answersTooLarge, completionNotFound, nothingToCompare } from './inspection-problems.ts';
import type { InspectionView } from './inspection-queries.ts';
import { collectResults, readAnswerSets } from './inspection-sets.ts';
import { findVisibleInspection, type InspectionQuery } from './read-inspection.ts';

/** Defaults to the last two completions of a Closed inspection, or else to the latest one and the current answers. */
export const compareCompletions = async (
  db: Database,
  actor: Actor,
  {
    inspectionId,
    query,
    dependencies,
    acquireLargeRequestSlot,
  }: InspectionQuery & { query: ComparisonQuery },
) => {
  const { tenantId } = actor;
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const { from, to } = parseRange(inspection, query);
  const fromSets = await listResults(db, tenantId, inspectionId, from);
  const toSets =
    to === null
      ? await readCurrentSets(db, { tenantId, inspection, dependencies, acquireLargeRequestSlot })
      : await listResults(db, tenantId, inspectionId, to);
  return { from, to, changes: await runInSlices(compareSets(fromSets, toSets)) };
};

type ItemChange = AnswerChange & { itemId: string | null };

function* compareSets(fromSets: readonly ComparedSet[], toSets: readonly ComparedSet[]): Work<ItemChange[]> {
  const changes: ItemChange[] = [];
  for (const { itemPosition, itemId, answers } of fromSets) {
    const toAnswers = toSets.find((set) => set.itemPosition === itemPosition)?.answers ?? {};
    for (const change of yield* compareAnswersInSteps(answers, toAnswers))
      changes.push({ itemId, ...change });
  }
  return changes;
}

const parseRange = (
  { state, completion }: InspectionView,
  query: ComparisonQuery,
): { from: number; to: number | null } => {
  const from = query.from === undefined ? undefined : Number(query.from);
  const to = query.to === undefined ? undefined : Number(query.to);
  for (const [parameter, value] of Object.entries({ from, to }) as ['from' | 'to', number | undefined][]) {
    if (value !== undefined && value > completion) throw completionNotFound(parameter, value, completion);
  }
  const end = to ?? (stateFromCode(state) === 'Closed' ? completion : null);
  const start = from ?? (end ?? completion + 1) - 1;
  if (start < 1) throw nothingToCompare();
  return { from: start, to: end };
};

type ComparedSet = { itemPosition: number; itemId: string | null; answers: Answers };

const readCurrentSets = async (
  db: Database,
  {
    tenantId,
    inspection,
    dependencies: { versions, now },
    acquireLargeRequestSlot,
  }: Omit<InspectionQuery, 'inspectionId'> & { tenantId: number; inspection: InspectionView },
): Promise<ComparedSet[]> => {
  const form = await versions.loadForm(db, tenantId, inspection.version_id);
  const sets = await readAnswerSets(db, { tenantId, inspection, form, now: now(), acquireLargeRequestSlot });
  // If a set could not be evaluated, its calculated values are missing and would all be listed as changed.
  const unevaluatedSet = sets.find(({ filledForm }) => filledForm === undefined);
  if (unevaluatedSet) throw answersTooLarge(unevaluatedSet.issues[0]!.message);
  const results = await collectResults(sets);
  return sets.map(({ itemPosition, item }, index) => ({
    itemPosition,
    itemId: item?.item_id ?? null,
    answers: results[index]!.answers,
  }));
};
