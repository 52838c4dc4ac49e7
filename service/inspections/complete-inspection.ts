import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { closeTask } from '#service/tasks/close-task.ts';
import { stateOf } from '#service/tasks/task.ts';
import { lockOwnInspection } from './answer-inspection.ts';
import { arrivedUploadIds } from './arrived-uploads.ts';
import { insertCompletion } from './completion-queries.ts';
import { createFollowUps } from './create-follow-ups.ts';
import { inspectionCanceled, inspectionIncomplete } from './inspection-problems.ts';
import { endInspection } from './inspection-queries.ts';
import { findMissingAnswers, pathInSet, readAnswerSets, resultsOfSets } from './inspection-sets.ts';
import type { InspectionDependencies } from './start-inspection.ts';

/**
 * Completes an inspection if no answers are missing: stores its result as a completion, creates follow-up tasks for failed
 * answers, and closes its task (decision T15). Completing a Closed inspection has no effect, so that a device can repeat the
 * request.
 */
export const completeInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    inspectionId,
    completedAt,
    dependencies,
  }: { inspectionId: string; completedAt?: Date | undefined; dependencies: InspectionDependencies },
): Promise<void> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const state = stateOf(inspection.state);
  if (state === 'Closed') return;
  if (state === 'Canceled') throw inspectionCanceled();
  const { tenantId, userId } = actor;
  const form = await dependencies.versions.formOf(trx, tenantId, inspection.version_id);
  const sets = await readAnswerSets(trx, { tenantId, inspection, form, now: dependencies.now() });
  const arrived = await arrivedUploadIds(trx, tenantId, inspectionId);
  const missing = sets.flatMap((set) =>
    findMissingAnswers(set, arrived).map(({ field, message }) => ({ field: pathInSet(set, field), message })),
  );
  if (missing.length > 0) throw inspectionIncomplete(missing);

  const ofSets = await resultsOfSets(sets);
  const results = sets.map((set, index) => ({ ...set, ...ofSets[index]! }));
  await insertCompletion(trx, { tenantId, inspection, userId, results });
  await createFollowUps(trx, { tenantId, userId, inspection, sets, dependencies });
  const failedCount = results.reduce((total, { failures }) => total + failures.length, 0);
  const endedAt = await endInspection(trx, { tenantId, inspectionId, failedCount, completedAt });
  await dependencies.onCompletion(trx, { form, ids: { tenantId, inspectionId }, itemId: null, patch: {} });
  if (inspection.task_id === null) await recordChange(trx, tenantId, 'inspection', [inspectionId]);
  else await closeTask(trx, tenantId, { taskId: inspection.task_id, userId, inspectionId, endedAt });
};
