import type { Database } from '#service/database/connect.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import { type Actor, isAllowedIn } from '#service/identity/actor.ts';
import { stateFromCode } from '#service/tasks/task.ts';
import { readConflicts } from './answer-queries.ts';
import { listResults } from './completion-queries.ts';
import { findFollowUpOrigin, listFollowUps } from './follow-up-queries.ts';
import { type AnswerSetResult, toAnswerMembers, toInspectionMembers } from './inspection-members.ts';
import { inspectionNotFound } from './inspection-problems.ts';
import { findInspection, type InspectionView } from './inspection-queries.ts';
import { collectResults, findMissingAnswers, readAnswerSets } from './inspection-sets.ts';
import type { AcquireLargeRequestSlot } from './large-inspections.ts';
import { listCompleteUploads } from './list-complete-uploads.ts';
import { listReturns } from './review-queries.ts';
import type { InspectionDependencies } from './start-inspection.ts';

export type InspectionQuery = {
  inspectionId: string;
  dependencies: InspectionDependencies;
  acquireLargeRequestSlot?: AcquireLargeRequestSlot | undefined;
};

/** The actor must be the inspector or have `Inspections.Read` in the team. */
export const readInspection = async (
  db: Database,
  actor: Actor,
  { inspectionId, dependencies, acquireLargeRequestSlot }: InspectionQuery,
) => {
  const { tenantId } = actor;
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const uploads = await listCompleteUploads(db, tenantId, inspectionId);
  const completeUploads = new Set(uploads.map(({ id }) => id));
  const sets = await readSetResults(db, {
    tenantId,
    inspection,
    completeUploads,
    dependencies,
    acquireLargeRequestSlot,
  });
  const { task_id } = inspection;
  return {
    ...toInspectionMembers(inspection),
    ...toAnswerMembers(sets),
    conflicts: await readConflicts(db, tenantId, inspectionId),
    ...(await listReturns(db, tenantId, inspectionId)),
    followUps: await listFollowUps(db, tenantId, inspectionId),
    followUpOf: (task_id !== null && (await findFollowUpOrigin(db, tenantId, task_id))) || null,
    uploads,
    prefill: inspection.prefill,
  };
};

/** Throws if the actor cannot see the inspection. */
export const findVisibleInspection = async (
  db: Database,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const inspection = await findInspection(db, actor.tenantId, inspectionId);
  const isVisible =
    inspection?.user_id === actor.userId ||
    (inspection && isAllowedIn(actor, 'Inspections.Read', inspection.team_id));
  if (!inspection || !isVisible) throw inspectionNotFound(inspectionId);
  return inspection;
};

type ResultsQuery = Omit<InspectionQuery, 'inspectionId'> & {
  tenantId: number;
  inspection: InspectionView;
  completeUploads: ReadonlySet<string>;
};

/** A Closed inspection's answers were stored at completion. */
const readSetResults = async (
  db: Database,
  { tenantId, inspection, completeUploads, dependencies, acquireLargeRequestSlot }: ResultsQuery,
): Promise<AnswerSetResult[]> => {
  const form = await dependencies.versions.loadForm(db, tenantId, inspection.version_id);
  const sets = await readAnswerSets(db, {
    tenantId,
    inspection,
    form,
    now: dependencies.now(),
    acquireLargeRequestSlot,
  });
  const results = await collectResults(sets);
  const currentResults: AnswerSetResult[] = [];
  const pause = createPauses();
  for (const [index, set] of sets.entries()) {
    await pause();
    const missing = await findMissingAnswers(set, completeUploads);
    currentResults.push({ item: set.item, ...results[index]!, missing });
  }
  if (stateFromCode(inspection.state) !== 'Closed') return currentResults;
  const storedResults = await listResults(db, tenantId, inspection.inspection_id, inspection.completion);
  return currentResults.map((set, index) => {
    const { answers, comments, failures } = storedResults.find(
      ({ itemPosition }) => itemPosition === sets[index]!.itemPosition,
    )!;
    return { ...set, answers, comments, failures, missing: [] };
  });
};
