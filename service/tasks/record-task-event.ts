import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** What is done to tasks that are there, as task_event.kind stores it; an edit records itself (edit-task.ts). */
export type TaskEvent = {
  kind: 'deleted' | 'started' | 'canceled' | 'restarted' | 'closed' | 'returned' | 'approved';
  /** Who did it. */
  userId: number;
  /** The tasks, each with the inspection that it is about. */
  tasks: readonly { task_id: string; inspection_id: string | null }[];
  /** Started when it was too late: all that is said in the inspection is a late result. */
  isLate?: true;
};

/**
 * The revision tells what was answered before and what came after, and so does the time: a transaction that waited for
 * an answer is not told to have come before it.
 */
const RECORD = `
  insert into task_event (tenant_id, task_id, kind, happened_at, user_id, inspection_id, details)
  select $1, given.task_id, $2, greatest(now(), inspection.modified_at), $3, given.inspection_id,
         jsonb_strip_nulls(jsonb_build_object('revision', inspection.revision, 'isLate', $6::boolean))
  from unnest($4::uuid[], $5::uuid[]) as given (task_id, inspection_id)
  left join inspection on inspection.tenant_id = $1 and inspection.inspection_id = given.inspection_id`;

/**
 * Takes down, in the transaction of the act itself, what was done to tasks and by whom, with the revision of the
 * inspection at this moment. The caller holds the tasks' rows.
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
