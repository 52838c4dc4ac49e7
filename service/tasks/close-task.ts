import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { recordTaskEvent } from './record-task-event.ts';
import { stateCode } from './task.ts';

/** Closes the task of a completed inspection (decision T15). */
export const closeTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  {
    taskId,
    userId,
    inspectionId,
    endedAt,
  }: { taskId: string; userId: number; inspectionId: string; endedAt: Date },
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, actual_end = $4, sent_date = now(), modified_at = now()
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, stateCode('Closed'), endedAt],
  );
  const tasks = [{ task_id: taskId, inspection_id: inspectionId }];
  await recordTaskEvent(trx, tenantId, { kind: 'closed', userId, tasks });
  await recordChange(trx, tenantId, 'task', [taskId]);
};
