import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, statement } from '#service/database/statement.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import type { Actor } from '#service/identity/actor.ts';
import { closeTask } from '#service/tasks/inspected-task.ts';
import { stateFromCode } from '#service/tasks/task.ts';
import type { AnswerIssue } from '#workbook-engine/answer.ts';
import { lockOwnInspection } from './answer-inspection.ts';
import { insertCompletion } from './completion-queries.ts';
import { createFollowUps } from './create-follow-ups.ts';
import { inspectionCanceled, inspectionIncomplete } from './inspection-problems.ts';
import { collectResults, findMissingAnswers, formatAnswerPath, readAnswerSets } from './inspection-sets.ts';
import { listCompleteUploadIds } from './list-complete-uploads.ts';
import type { InspectionQuery } from './read-inspection.ts';

/** State 3 is Closed. */
const END_INSPECTION = statement('end-inspection')`
  update inspection
  set state = 3, completion = completion + 1, failed_count = $3,
      ended_at = greatest(started_at, least(now(), $4)), sent_at = now(), modified_at = now()
  where tenant_id = $1 and inspection_id = $2
  returning ended_at`.narrow<{ ended_at: Date }>();

/** See decision T15. Completing a Closed inspection is a no-op, so devices can retry. */
export const completeInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    inspectionId,
    completedAt,
    dependencies,
    acquireLargeRequestSlot,
  }: InspectionQuery & { completedAt?: Date | undefined },
): Promise<void> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const state = stateFromCode(inspection.state);
  if (state === 'Closed') return;
  if (state === 'Canceled') throw inspectionCanceled();
  const { tenantId, userId } = actor;
  const form = await dependencies.versions.loadForm(trx, tenantId, inspection.version_id);
  const now = dependencies.now();
  const sets = await readAnswerSets(trx, { tenantId, inspection, form, now, acquireLargeRequestSlot });
  const completeUploads = await listCompleteUploadIds(trx, tenantId, inspectionId);
  const issues: AnswerIssue[] = [];
  const pause = createPauses();
  for (const set of sets) {
    await pause();
    for (const { field, message } of await findMissingAnswers(set, completeUploads))
      issues.push({ field: formatAnswerPath(set, field), message });
  }
  if (issues.length > 0) throw inspectionIncomplete(issues);

  const setResults = await collectResults(sets);
  const results = sets.map((set, index) => ({ ...set, ...setResults[index]! }));
  await insertCompletion(trx, { tenantId, inspection, userId, results });
  await createFollowUps(trx, { tenantId, userId, inspection, sets, dependencies });
  const failedCount = results.reduce((total, { failures }) => total + failures.length, 0);
  const { ended_at: endedAt } = await readRow(trx, END_INSPECTION, [
    tenantId,
    inspectionId,
    failedCount,
    completedAt ?? null,
  ]);
  await dependencies.onCompletion(trx, { form, ids: { tenantId, inspectionId }, itemId: null, patch: {} });
  if (inspection.task_id === null) await recordChange(trx, tenantId, 'inspection', [inspectionId]);
  else await closeTask(trx, tenantId, { taskId: inspection.task_id, userId, inspectionId, endedAt });
};
