import type { Database } from '#service/database/connect.ts';
import { type Actor, isAllowed, scopeOf } from '#service/identity/actor.ts';
import { stateOf } from '#service/tasks/task.ts';
import { readConflicts } from './answer-queries.ts';
import { listArrivedUploads } from './arrived-uploads.ts';
import { listResults } from './completion-queries.ts';
import { findOrigin, listFollowUps } from './follow-up-queries.ts';
import { inspectionNotFound } from './inspection-problems.ts';
import { findInspection, type InspectedItem, type InspectionView } from './inspection-queries.ts';
import { type AnswerSet, readAnswerSets, resultOfSet, whatIsMissing } from './inspection-sets.ts';
import { presentInspection } from './present-inspection.ts';
import { listReturns } from './review-queries.ts';
import type { InspectionTools } from './start-inspection.ts';

/** An inspection and all that is known of it: one's own, or with `Inspections.Read` any in its scope. */
export const readInspection = async (
  db: Database,
  actor: Actor,
  { inspectionId, tools }: { inspectionId: string; tools: InspectionTools },
) => {
  const { tenantId } = actor;
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const uploads = await listArrivedUploads(db, tenantId, inspectionId);
  const arrived = new Set(uploads.map(({ id }) => id));
  const { own, items } = await saidOf(db, { tenantId, inspection, arrived, tools });
  const { task_id } = inspection;
  return {
    ...presentInspection(inspection),
    ...own,
    items,
    conflicts: await readConflicts(db, tenantId, inspectionId),
    returns: await listReturns(db, tenantId, inspectionId),
    followUps: await listFollowUps(db, tenantId, inspectionId),
    followsUp: (task_id !== null && (await findOrigin(db, tenantId, task_id))) || null,
    uploads,
    prefill: inspection.prefill,
  };
};

/** The inspection, if the actor may see it. */
export const findVisibleInspection = async (
  db: Database,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const inspection = await findInspection(db, actor.tenantId, inspectionId);
  if (!inspection || !maySee(actor, inspection)) throw inspectionNotFound(inspectionId);
  return inspection;
};

const maySee = (actor: Actor, inspection: InspectionView): boolean => {
  if (inspection.user_id === actor.userId) return true;
  if (!isAllowed(actor, 'Inspections.Read')) return false;
  const { teamIds } = scopeOf(actor, 'Inspections.Read');
  return teamIds === null || teamIds.includes(inspection.team_id);
};

const NOTHING_SAID = { answers: {}, setAside: {}, remarks: {}, failures: [], missing: [] };

/** What was said: as it was kept when the inspection is complete, else what the answers come to now. */
const saidOf = async (db: Database, reading: Reading) => {
  const sets = await setsOf(db, reading);
  const own = sets.find(({ item }) => item === undefined);
  return {
    own: own ? withoutItem(own) : NOTHING_SAID,
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

type Shown = ReturnType<typeof shownNow>;

const withoutItem = ({ item: _, ...said }: Shown) => said;

type Reading = {
  tenantId: number;
  inspection: InspectionView;
  /** The ids of the uploads that are here. */
  arrived: ReadonlySet<string>;
  tools: InspectionTools;
};

const setsOf = async (db: Database, { tenantId, inspection, arrived, tools }: Reading): Promise<Shown[]> => {
  const form = await tools.versions.formOf(db, tenantId, inspection.version_id);
  const sets = await readAnswerSets(db, { tenantId, inspection, form, now: tools.now() });
  if (stateOf(inspection.state) !== 'Closed') return sets.map((set) => shownNow(set, arrived));
  const kept = await listResults(db, tenantId, inspection.inspection_id, inspection.completion);
  return sets.map((set) => {
    const { answers, remarks, failures } = kept.find(({ place }) => place === set.place)!;
    return { ...shownNow(set, arrived), answers, remarks, failures, missing: [] };
  });
};

const shownNow = (set: AnswerSet, arrived: ReadonlySet<string>) => ({
  item: set.item as InspectedItem | undefined,
  ...resultOfSet(set),
  missing: whatIsMissing(set, arrived),
});
