import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

type TaskEvent = {
  kind: 'deleted' | 'started' | 'canceled' | 'restarted' | 'closed' | 'returned' | 'approved';
  userId: number;
  tasks: readonly { task_id: string; inspection_id: string | null }[];
  /** The inspection was started too late, so all of its answers form a late result. */
  isLate?: true;
};

/** Events of a task are numbered in order. Its lock keeps concurrent transactions from using the same number. */
export const nextEventId = (taskId: string): string => `
  (select coalesce(max(event_id), 0) + 1 from task_event where task_event.tenant_id = $1 and task_event.task_id = ${taskId})`;

/**
 * The revision and the timestamp separate earlier answers from later ones. If the transaction had to wait for another
 * one, use the later timestamp.
 */
const RECORD_TASK_EVENT = `
  insert into task_event (tenant_id, task_id, event_id, kind, happened_at, user_id, inspection_id, details)
  select task.tenant_id, task.task_id, ${nextEventId('task.task_id')}, $2, greatest(now(), inspection.modified_at), $3,
         input.inspection_id,
         jsonb_strip_nulls(jsonb_build_object('revision', inspection.revision, 'isLate', $6::boolean))
  from unnest($4::uuid[], $5::uuid[]) as input (task_id, inspection_id)
  join task on task.tenant_id = $1 and task.task_id = any($4::uuid[]) and task.task_id = input.task_id
  left join inspection on inspection.tenant_id = $1 and inspection.inspection_id = input.inspection_id`;

/** The caller must have locked the tasks in the same transaction. */
export const recordTaskEvent = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { kind, userId, tasks, isLate }: TaskEvent,
): Promise<void> => {
  await run(trx, RECORD_TASK_EVENT, [
    tenantId,
    kind,
    userId,
    tasks.map(({ task_id }) => task_id),
    tasks.map(({ inspection_id }) => inspection_id),
    isLate ?? null,
  ]);
};
