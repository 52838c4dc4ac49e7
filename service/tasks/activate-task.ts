import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { recordTaskEvent } from './record-task-event.ts';
import { stateCode } from './task.ts';

/**
 * Makes a task Active and sets its inspection (contract, States and transitions). An unassigned task is assigned to the
 * user who starts it.
 */
export const activateTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  {
    taskId,
    inspectionId,
    versionId,
    userId,
    startedAt,
  }: { taskId: string; inspectionId: string; versionId: string; userId: number; startedAt: Date },
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, inspection_id = $4, assigned_user_id = $5, actual_start = $6,
                     workbook_version_id = $7, modified_at = now()
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, stateCode('Active'), inspectionId, userId, startedAt, versionId],
  );
  const tasks = [{ task_id: taskId, inspection_id: inspectionId }];
  await recordTaskEvent(trx, tenantId, { kind: 'started', userId, tasks });
  await recordChange(trx, tenantId, 'task', [taskId]);
};
