import type { PlannedTasks } from '#contract/task-planning.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

export type Editor = PlannedTasks['rejected'][number]['changedBy'];

const FIND_LAST_EDITORS = statement('find-last-editors')`
  select input.task_id, json_build_object(
           'id', app_user.user_id, 'userName', app_user.user_name, 'name', app_user.name, 'surname', app_user.surname
         ) as editor
  from unnest($2::uuid[]) as input (task_id)
  cross join lateral (
    select user_id from task_event
    where tenant_id = $1 and task_event.task_id = input.task_id
    order by event_id desc limit 1
  ) as latest
  join app_user on app_user.tenant_id = $1 and app_user.user_id = latest.user_id`.narrow<{
  task_id: string;
  editor: Editor;
}>();

/** Omits tasks without events. */
export const findLastEditors = async (
  trx: DatabaseTransaction,
  tenantId: number,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, Editor>> => {
  if (taskIds.length === 0) return new Map();
  const rows = await run(trx, FIND_LAST_EDITORS, [tenantId, taskIds]);
  return new Map(rows.map(({ task_id, editor }) => [task_id, editor]));
};
