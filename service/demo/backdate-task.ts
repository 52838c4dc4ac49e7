import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Prevents overdue tasks from appearing to have been created after their due date. */
export const backdateCreation = async (
  trx: DatabaseTransaction,
  tenantId: number,
  taskId: string,
  startDate: Date,
): Promise<void> => {
  await run(trx, 'update task set created_at = least(created_at, $3) where tenant_id = $1 and task_id = $2', [
    tenantId,
    taskId,
    startDate,
  ]);
};

export const backdateStart = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { taskId, inspectionId }: { taskId: string; inspectionId: string },
  plannedStart: Date | null,
): Promise<void> => {
  for (const statement of [
    'update task set actual_start = least(actual_start, $3) where tenant_id = $1 and task_id = $2',
    'update task_event set happened_at = least(happened_at, $3) where tenant_id = $1 and task_id = $2',
  ])
    await run(trx, statement, [tenantId, taskId, plannedStart]);
  await run(
    trx,
    'update inspection set started_at = least(started_at, $3) where tenant_id = $1 and inspection_id = $2',
    [tenantId, inspectionId, plannedStart],
  );
};

export type Timeline = { createdAt: Date; startedAt: Date; completedAt: Date; reviewedAt: Date };

/** Backdates a completed task. The feed is unaffected: it stores an order but no times. */
export const backdateTask = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { taskId, inspectionId }: { taskId: string; inspectionId: string },
  { createdAt, startedAt, completedAt, reviewedAt }: Timeline,
): Promise<void> => {
  await run(
    trx,
    `update task set created_at = $3, actual_start = $4, actual_end = $5, sent_date = $5, modified_at = $6
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, createdAt, startedAt, completedAt, reviewedAt],
  );
  await run(
    trx,
    `update task_event set happened_at = case kind when 'started' then $3::timestamptz when 'approved' then $5 else $4 end
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, startedAt, completedAt, reviewedAt],
  );
  await run(
    trx,
    `update inspection
     set started_at = $3, ended_at = $4, sent_at = $4, modified_at = $5,
         approved_at = case when approved_at is not null then $5::timestamptz end
     where tenant_id = $1 and inspection_id = $2`,
    [tenantId, inspectionId, startedAt, completedAt, reviewedAt],
  );
  for (const statement of BACKDATE_STATEMENTS)
    await run(trx, statement, [tenantId, inspectionId, completedAt]);
};

const BACKDATE_STATEMENTS = [
  'update answer set answered_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update upload set created_at = $3, arrived_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update inspection_completion set completed_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update inspection_return set returned_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update follow_up set created_at = $3 where tenant_id = $1 and inspection_id = $2',
];
