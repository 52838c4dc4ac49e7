import type { Database } from '#service/database/connect.ts';
import { findCompletion, listResults } from './completion-queries.ts';
import { listFollowUps } from './follow-up-queries.ts';
import { toAnswerMembers, toInspectionMembers } from './inspection-members.ts';
import { findInspection, listInspectedItems } from './inspection-queries.ts';

/** For share links. Omits later answers and anything from reviews and planning. */
export const readNewestCompletion = async (db: Database, tenantId: number, inspectionId: string) => {
  const inspection = await findInspection(db, tenantId, inspectionId);
  if (!inspection || inspection.completion === 0) return undefined;
  const { revision, completed_at } = await findCompletion(db, tenantId, inspectionId, inspection.completion);
  const items = await listInspectedItems(db, tenantId, inspectionId);
  const sets = (await listResults(db, tenantId, inspectionId, inspection.completion)).map((result) => ({
    item: items.find(({ item_id }) => item_id === result.itemId),
    answers: result.answers,
    irrelevantAnswers: {},
    comments: result.comments,
    failures: result.failures,
    missing: [],
  }));
  const followUps = await listFollowUps(db, tenantId, inspectionId);
  return {
    // Returning an inspection removes its approval, so an approval always applies to the latest completion.
    ...toInspectionMembers(inspection),
    state: 'Closed' as const,
    revision,
    // Returning the inspection clears its end time, which can be earlier than the completion time.
    endedAt: inspection.ended_at ?? completed_at,
    canceledAt: null,
    lateFromRevision: null,
    ...toAnswerMembers(sets),
    conflicts: [],
    returns: [],
    // Only planners see why a follow-up task could not be created.
    followUps: followUps.filter(({ taskId }) => taskId !== null),
    prefill: inspection.prefill,
  };
};
