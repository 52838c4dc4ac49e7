import type { Database } from '#service/database/connect.ts';
import { type Actor, isAllowed, scopeOf } from '#service/identity/actor.ts';
import { stateOf } from '#service/tasks/task.ts';
import { readConflicts } from './answer-queries.ts';
import { listArrivedUploads } from './arrived-uploads.ts';
import { listResults } from './completion-queries.ts';
import { findOrigin, listFollowUps } from './follow-up-queries.ts';
import { inspectionNotFound } from './inspection-problems.ts';
import { findInspection, type InspectedItem, type InspectionView } from './inspection-queries.ts';
import {
  type AnswerSet,
  findMissingAnswers,
  readAnswerSets,
  resultsOfSets,
  type SetResult,
} from './inspection-sets.ts';
import { presentInspection } from './present-inspection.ts';
import { listReturns } from './review-queries.ts';
import type { InspectionDependencies } from './start-inspection.ts';

/** Reads an inspection with all its data. The actor must be its inspector or have `Inspections.Read` in its team. */
export const readInspection = async (
  db: Database,
  actor: Actor,
  { inspectionId, dependencies }: { inspectionId: string; dependencies: InspectionDependencies },
) => {
  const { tenantId } = actor;
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const uploads = await listArrivedUploads(db, tenantId, inspectionId);
  const arrived = new Set(uploads.map(({ id }) => id));
  const { own, items } = await readAnswersAndItems(db, { tenantId, inspection, arrived, dependencies });
  const { task_id } = inspection;
  return {
    ...presentInspection(inspection),
    ...own,
    items,
    conflicts: await readConflicts(db, tenantId, inspectionId),
    returns: await listReturns(db, tenantId, inspectionId),
    followUps: await listFollowUps(db, tenantId, inspectionId),
    followUpOf: (task_id !== null && (await findOrigin(db, tenantId, task_id))) || null,
    uploads,
    prefill: inspection.prefill,
  };
};

/** Reads an inspection. Throws if the actor cannot see it. */
export const findVisibleInspection = async (
  db: Database,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const inspection = await findInspection(db, actor.tenantId, inspectionId);
  if (!inspection || !canSee(actor, inspection)) throw inspectionNotFound(inspectionId);
  return inspection;
};

const canSee = (actor: Actor, inspection: InspectionView): boolean => {
  if (inspection.user_id === actor.userId) return true;
  if (!isAllowed(actor, 'Inspections.Read')) return false;
  const { teamIds } = scopeOf(actor, 'Inspections.Read');
  return teamIds === null || teamIds.includes(inspection.team_id);
};

const NO_ANSWERS = { answers: {}, irrelevantAnswers: {}, comments: {}, failures: [], missing: [] };

/** The answers of a completed inspection are those stored at its completion; otherwise they are evaluated now. */
const readAnswersAndItems = async (db: Database, query: Query) => {
  const sets = await readPresentedSets(db, query);
  const own = sets.find(({ item }) => item === undefined);
  return {
    own: own ? withoutItem(own) : NO_ANSWERS,
    items: sets.flatMap((set) =>
      set.item
        ? [
            {
              itemId: set.item.item_id,
              externalId: set.item.external_id,
              title: set.item.title,
              ...withoutItem(set),
            },
          ]
        : [],
    ),
  };
};

type PresentedSet = ReturnType<typeof presentSet>;

const withoutItem = ({ item: _, ...answers }: PresentedSet) => answers;

type Query = {
  tenantId: number;
  inspection: InspectionView;
  /** The IDs of the received uploads. */
  arrived: ReadonlySet<string>;
  dependencies: InspectionDependencies;
};

const readPresentedSets = async (
  db: Database,
  { tenantId, inspection, arrived, dependencies }: Query,
): Promise<PresentedSet[]> => {
  const form = await dependencies.versions.formOf(db, tenantId, inspection.version_id);
  const sets = await readAnswerSets(db, { tenantId, inspection, form, now: dependencies.now() });
  const results = await resultsOfSets(sets);
  const presented = sets.map((set, index) => presentSet(set, results[index]!, arrived));
  if (stateOf(inspection.state) !== 'Closed') return presented;
  const stored = await listResults(db, tenantId, inspection.inspection_id, inspection.completion);
  return presented.map((set, index) => {
    const { answers, comments, failures } = stored.find(
      ({ item_position }) => item_position === sets[index]!.itemPosition,
    )!;
    return { ...set, answers, comments, failures, missing: [] };
  });
};

const presentSet = (set: AnswerSet, result: SetResult, arrived: ReadonlySet<string>) => ({
  item: set.item as InspectedItem | undefined,
  ...result,
  missing: findMissingAnswers(set, arrived),
});
