import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Lets a task have been made when work on it might start, if that is over: else every late one came too late. */
export const dateBackMaking = async (
  trx: DatabaseTransaction,
  tenantId: number,
  taskId: string,
  mayStart: Date,
): Promise<void> => {
  await run(trx, 'update task set created_at = least(created_at, $3) where tenant_id = $1 and task_id = $2', [
    tenantId,
    taskId,
    mayStart,
  ]);
};

/** When a task of the demo was made, begun, done and looked at. */
export type Past = { made: Date; begun: Date; done: Date; reviewed: Date };

/**
 * Lets a task that was made, done and reviewed in this moment have taken its time, weeks ago: a demo in which everything
 * happened today shows no trend, and no history that one can read. The feed is not concerned: it knows order, not time.
 */
export const dateBack = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { taskId, inspectionId }: { taskId: string; inspectionId: string },
  { made, begun, done, reviewed }: Past,
): Promise<void> => {
  await run(
    trx,
    `update task set created_at = $3, actual_start = $4, actual_end = $5, sent_date = $5, modified_at = $6
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, made, begun, done, reviewed],
  );
  await run(
    trx,
    `update task_event set happened_at = case kind when 'started' then $3::timestamptz when 'approved' then $5 else $4 end
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, begun, done, reviewed],
  );
  await run(
    trx,
    `update inspection
     set started_at = $3, ended_at = $4, sent_at = $4, modified_at = $5,
         approved_at = case when approved_at is not null then $5::timestamptz end
     where tenant_id = $1 and inspection_id = $2`,
    [tenantId, inspectionId, begun, done, reviewed],
  );
  for (const statement of SAID_AT_THE_END) await run(trx, statement, [tenantId, inspectionId, done]);
};

const SAID_AT_THE_END = [
  'update answer set answered_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update upload set created_at = $3, arrived_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update inspection_completion set completed_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update inspection_return set returned_at = $3 where tenant_id = $1 and inspection_id = $2',
  'update follow_up set created_at = $3 where tenant_id = $1 and inspection_id = $2',
];
