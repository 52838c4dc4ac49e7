import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { closeTask } from '#service/tasks/close-task.ts';
import { mayHappen, stateOf } from '#service/tasks/task.ts';
import { taskActionRefused } from '#service/tasks/task-problems.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { missingAnswers } from '#workbook-engine/missing-answers.ts';
import { lockOwnInspection } from './answer-inspection.ts';
import { answersMissing } from './inspection-problems.ts';
import { endInspection, listInspectedItems } from './inspection-queries.ts';
import { answersByItem } from './read-inspection.ts';

/**
 * The inspector is done: with every required field answered the inspection ends and its task is Closed (decision T15).
 * Completing again what is closed already changes nothing, so that a device may repeat itself.
 */
export const completeInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, versions }: { inspectionId: string; versions: WorkbookVersions },
): Promise<void> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const state = stateOf(inspection.state);
  if (state === 'Closed') return;
  if (!mayHappen('complete', state)) {
    throw taskActionRefused('complete', inspection.external_id ?? inspection.inspection_id, state);
  }
  const index = await versions.fieldsOf(trx, actor.tenantId, inspection.version_id);
  const answers = await answersByItem(trx, actor.tenantId, inspectionId);
  const items = await listInspectedItems(trx, actor.tenantId, inspectionId);
  const missing =
    items.length === 0
      ? missingAnswers(index, answers.get(null) ?? {})
      : items.flatMap((item) =>
          missingAnswers(index, answers.get(item.item_id) ?? {}).map(({ field, message }) => ({
            field: `items[${item.external_id}].${field}`,
            message,
          })),
        );
  if (missing.length > 0) throw answersMissing(missing);
  await endInspection(trx, actor.tenantId, inspectionId);
  if (inspection.task_id !== null) await closeTask(trx, actor.tenantId, inspection.task_id);
};
