import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { recordTaskEvent } from './record-task-event.ts';
import { stateCode } from './task.ts';

type InspectedTask = { taskId: string; userId: number; inspectionId: string };

/** Closes the task of a completed inspection (decision T15). */
export const closeTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { endedAt, ...task }: InspectedTask & { endedAt: Date },
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, actual_end = $4, sent_date = now(), modified_at = now()
     where tenant_id = $1 and task_id = $2`,
    [tenantId, task.taskId, stateCode('Closed'), endedAt],
  );
  await record(trx, tenantId, 'closed', task);
};

/** Makes a task Active again after its inspection has been returned (decision T15). */
export const reopenTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  task: InspectedTask,
): Promise<void> => {
  await run(
    trx,
    `update task set state = $3, actual_end = null, sent_date = null, modified_at = now()
     where tenant_id = $1 and task_id = $2`,
    [tenantId, task.taskId, stateCode('Active')],
  );
  await record(trx, tenantId, 'returned', task);
};

const record = async (
  trx: DatabaseTransaction,
  tenantId: number,
  kind: 'closed' | 'returned',
  { taskId, userId, inspectionId }: InspectedTask,
) => {
  await recordTaskEvent(trx, tenantId, {
    kind,
    userId,
    tasks: [{ task_id: taskId, inspection_id: inspectionId }],
  });
  await recordChange(trx, tenantId, 'task', [taskId]);
};
