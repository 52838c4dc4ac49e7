import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { recordTaskEvent } from './record-task-event.ts';
import { stateCode } from './task.ts';

/** Makes a task Active again after its inspection was returned (decision T15). */
export const reopenTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { taskId, userId, inspectionId }: { taskId: string; userId: number; inspectionId: string },
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, actual_end = null, sent_date = null, modified_at = now()
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, stateCode('Active')],
  );
  const tasks = [{ task_id: taskId, inspection_id: inspectionId }];
  await recordTaskEvent(trx, tenantId, { kind: 'returned', userId, tasks });
  await recordChange(trx, tenantId, 'task', [taskId]);
};
