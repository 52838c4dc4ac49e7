import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** An event of an existing task, as task_event.kind stores it; an edit records itself (edit-task.ts). */
export type TaskEvent = {
  kind: 'deleted' | 'started' | 'canceled' | 'restarted' | 'closed' | 'returned' | 'approved';
  /** The user who caused the event. */
  userId: number;
  /** The tasks, each with the inspection concerned. */
  tasks: readonly { task_id: string; inspection_id: string | null }[];
  /** Set when the inspection was started too late: all its answers are late results. */
  isLate?: true;
};

/**
 * The revision separates the answers before the event from those after it. So does the time: an event of a transaction that
 * waited for an answer gets a time after that answer.
 */
const RECORD = `
  insert into task_event (tenant_id, task_id, kind, happened_at, user_id, inspection_id, details)
  select $1, input.task_id, $2, greatest(now(), inspection.modified_at), $3, input.inspection_id,
         jsonb_strip_nulls(jsonb_build_object('revision', inspection.revision, 'isLate', $6::boolean))
  from unnest($4::uuid[], $5::uuid[]) as input (task_id, inspection_id)
  left join inspection on inspection.tenant_id = $1 and inspection.inspection_id = input.inspection_id`;

/**
 * Records an event of tasks with its user and the current revision of their inspections, in the transaction that changes
 * the tasks. The caller has locked the rows of the tasks.
 */
export const recordTaskEvent = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { kind, userId, tasks, isLate }: TaskEvent,
): Promise<void> => {
  await run(trx, RECORD, [
    tenantId,
    kind,
    userId,
    tasks.map(({ task_id }) => task_id),
    tasks.map(({ inspection_id }) => inspection_id),
    isLate ?? null,
  ]);
};
