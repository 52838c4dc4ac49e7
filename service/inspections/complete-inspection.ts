import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { closeTask } from '#service/tasks/close-task.ts';
import { mayHappen, stateOf } from '#service/tasks/task.ts';
import { taskActionRefused } from '#service/tasks/task-problems.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { completionFaults } from '#workbook-engine/completion-faults.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { lockOwnInspection } from './answer-inspection.ts';
import { answersMissing } from './inspection-problems.ts';
import { endInspection, listInspectedItems } from './inspection-queries.ts';
import { answersByItem } from './read-inspection.ts';
import { circumstancesAt, type InspectionTools } from './start-inspection.ts';

/**
 * The inspector is done: with every required field answered the inspection ends and its task is Closed (decision T15).
 * Completing again what is closed already changes nothing, so that a device may repeat itself.
 */
export const completeInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, tools }: { inspectionId: string; tools: InspectionTools },
): Promise<void> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const state = stateOf(inspection.state);
  if (state === 'Closed') return;
  if (!mayHappen('complete', state)) {
    throw taskActionRefused('complete', inspection.external_id ?? inspection.inspection_id, state);
  }
  const form = await tools.versions.formOf(trx, actor.tenantId, inspection.version_id);
  const circumstances = circumstancesAt(tools.now());
  const faultsOf = (given: Answers = {}) => completionFaults(fillForm(form, given, circumstances));
  const answers = await answersByItem(trx, actor.tenantId, inspectionId);
  const items = await listInspectedItems(trx, actor.tenantId, inspectionId);
  const missing =
    items.length === 0
      ? faultsOf(answers.get(null))
      : items.flatMap((item) =>
          faultsOf(answers.get(item.item_id)).map(({ field, message }) => ({
            field: `items[${item.external_id}].${field}`,
            message,
          })),
        );
  if (missing.length > 0) throw answersMissing(missing);
  await endInspection(trx, actor.tenantId, inspectionId);
  if (inspection.task_id !== null) await closeTask(trx, actor.tenantId, inspection.task_id);
};
