import type { Database } from '#service/database/connect.ts';
import { findCompletion, listResults } from './completion-queries.ts';
import { listFollowUps } from './follow-up-queries.ts';
import { findInspection, listInspectedItems } from './inspection-queries.ts';
import { presentInspection } from './present-inspection.ts';

/**
 * An inspection as it was when it was last completed, for people outside: nothing of what was said since, nor of what its
 * reviewer and its planners have to do with it. Undefined while it was never complete.
 */
export const readNewestCompletion = async (db: Database, tenantId: number, inspectionId: string) => {
  const inspection = await findInspection(db, tenantId, inspectionId);
  if (!inspection || inspection.completion === 0) return undefined;
  const { revision, completed_at } = await findCompletion(db, tenantId, inspectionId, inspection.completion);
  const items = await listInspectedItems(db, tenantId, inspectionId);
  const sets = (await listResults(db, tenantId, inspectionId, inspection.completion)).map((result) => ({
    item: items.find(({ item_id }) => item_id === result.item_id),
    answers: result.answers,
    remarks: result.remarks,
    failures: result.failures,
    missing: [],
  }));
  const { item: _, ...own } = sets.find(({ item }) => item === undefined) ?? NOTHING_SAID;
  const followUps = await listFollowUps(db, tenantId, inspectionId);
  return {
    // An approval is taken away when the inspection is returned: one that is there is of this completion.
    ...presentInspection(inspection),
    state: 'Closed' as const,
    revision,
    // A device may have told that it was complete before that reached us; after a return, the latter is known.
    endedAt: inspection.ended_at ?? completed_at,
    canceledAt: null,
    lateFrom: null,
    ...own,
    items: sets.flatMap(({ item, ...said }) =>
      item ? [{ itemId: item.item_id, externalId: item.external_id, title: item.title, ...said }] : [],
    ),
    conflicts: [],
    returns: [],
    // Why a task could not be made is for those who plan.
    followUps: followUps.filter(({ taskId }) => taskId !== null),
    prefill: inspection.prefill,
  };
};

const NOTHING_SAID = { item: undefined, answers: {}, remarks: {}, failures: [], missing: [] };
