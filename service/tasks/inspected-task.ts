import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { recordTaskEvent } from './record-task-event.ts';
import { stateCode } from './task.ts';

type InspectedTask = { taskId: string; userId: number; inspectionId: string };

/** An unassigned task is assigned to the user who starts it (contract, States and transitions). */
export const activateTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { versionId, startedAt, ...task }: InspectedTask & { versionId: string; startedAt: Date },
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, inspection_id = $4, assigned_user_id = $5, actual_start = $6,
                     workbook_version_id = $7, modified_at = now(), revision = revision + 1
     where tenant_id = $1 and task_id = $2`,
    [tenantId, task.taskId, stateCode('Active'), task.inspectionId, task.userId, startedAt, versionId],
  );
  await recordEventAndChange(trx, tenantId, 'started', task);
};

/** Closes a completed inspection's task (decision T15). */
export const closeTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { endedAt, ...task }: InspectedTask & { endedAt: Date },
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, actual_end = $4, sent_date = now(), modified_at = now(), revision = revision + 1
     where tenant_id = $1 and task_id = $2`,
    [tenantId, task.taskId, stateCode('Closed'), endedAt],
  );
  await recordEventAndChange(trx, tenantId, 'closed', task);
};

/** Reactivates a task whose inspection was returned (decision T15). */
export const reopenTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  task: InspectedTask,
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, actual_end = null, sent_date = null, modified_at = now(), revision = revision + 1
     where tenant_id = $1 and task_id = $2`,
    [tenantId, task.taskId, stateCode('Active')],
  );
  await recordEventAndChange(trx, tenantId, 'returned', task);
};

const recordEventAndChange = async (
  trx: DatabaseTransaction,
  tenantId: number,
  kind: 'started' | 'closed' | 'returned',
  { taskId, userId, inspectionId }: InspectedTask,
) => {
  await recordTaskEvent(trx, tenantId, {
    kind,
    userId,
    tasks: [{ task_id: taskId, inspection_id: inspectionId }],
  });
  await recordChange(trx, tenantId, 'task', [taskId]);
};
