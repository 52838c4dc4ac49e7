import type { ComparisonQuery } from '#contract/inspection.ts';
import type { Database } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { stateOf } from '#service/tasks/task.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { compareAnswers } from '#workbook-engine/compare-answers.ts';
import { listResults } from './completion-queries.ts';
import { completionNotFound, nothingToCompare } from './inspection-problems.ts';
import type { InspectionView } from './inspection-queries.ts';
import { readAnswerSets, resultsOfSets } from './inspection-sets.ts';
import { findVisibleInspection } from './read-inspection.ts';
import type { InspectionDependencies } from './start-inspection.ts';

/**
 * Lists the changes from one completion to another, or to the current answers. By default these are the corrections after a
 * return: from the returned completion to the next one, or to the current answers.
 */
export const compareCompletions = async (
  db: Database,
  actor: Actor,
  {
    inspectionId,
    query,
    dependencies,
  }: { inspectionId: string; query: ComparisonQuery; dependencies: InspectionDependencies },
) => {
  const { tenantId } = actor;
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const { from, to } = rangeOf(inspection, query);
  const before = await readCompletedSets(db, tenantId, inspection, from);
  const after =
    to === null
      ? await readCurrentSets(db, tenantId, inspection, dependencies)
      : await readCompletedSets(db, tenantId, inspection, to);
  const changes = before.flatMap(({ itemPosition, itemId, answers }) =>
    compareAnswers(answers, after.find((set) => set.itemPosition === itemPosition)?.answers ?? {}).map(
      (change) => ({
        itemId,
        ...change,
      }),
    ),
  );
  return { from, to, changes };
};

const rangeOf = (
  { state, completion }: InspectionView,
  query: ComparisonQuery,
): { from: number; to: number | null } => {
  const from = query.from === undefined ? undefined : Number(query.from);
  const to = query.to === undefined ? undefined : Number(query.to);
  for (const [member, value] of Object.entries({ from, to }) as ['from' | 'to', number | undefined][]) {
    if (value !== undefined && value > completion) throw completionNotFound(member, value, completion);
  }
  const isClosed = stateOf(state) === 'Closed';
  const end = to ?? (isClosed ? completion : null);
  const start = from ?? (end ?? completion + 1) - 1;
  if (start < 1) throw nothingToCompare();
  return { from: start, to: end };
};

type ComparedSet = { itemPosition: number; itemId: string | null; answers: Answers };

const readCompletedSets = async (
  db: Database,
  tenantId: number,
  { inspection_id }: InspectionView,
  completion: number,
): Promise<ComparedSet[]> =>
  (await listResults(db, tenantId, inspection_id, completion)).map(({ item_position, item_id, answers }) => ({
    itemPosition: item_position,
    itemId: item_id,
    answers,
  }));

const readCurrentSets = async (
  db: Database,
  tenantId: number,
  inspection: InspectionView,
  { versions, now }: InspectionDependencies,
): Promise<ComparedSet[]> => {
  const form = await versions.formOf(db, tenantId, inspection.version_id);
  const sets = await readAnswerSets(db, { tenantId, inspection, form, now: now() });
  const results = await resultsOfSets(sets);
  return sets.map(({ itemPosition, item }, index) => ({
    itemPosition,
    itemId: item?.item_id ?? null,
    answers: results[index]!.answers,
  }));
};
