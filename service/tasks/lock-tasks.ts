import type { Message } from '#i18n/message.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { encodeTextArray } from '#service/database/text-array.ts';
import type { Scope } from '#service/identity/actor.ts';
import { isActionAllowed, stateFromCode, type TaskAction } from './task.ts';
import { actionNotAllowed, bulkActionRejected, taskIdNotFound, taskNotFound } from './task-problems.ts';

export type TaskIdList = { by: 'externalId' | 'id'; ids: readonly string[] };

export const getRequestedId = ({ by }: TaskIdList, task: { task_id: string; external_id: string }): string =>
  by === 'id' ? task.task_id : task.external_id;

/** Locks tasks in ID order, so that bulk requests for the same tasks are serialised instead of deadlocking. */
const buildLockSql = (condition: string) => `
  select task_id, external_id, team_id, state, inspection_id from task
  where tenant_id = $1 and ${condition} and not is_deleted and ($3::uuid[] is null or team_id = any($3::uuid[]))
  order by task_id for update`;

const LOCK_TASKS = {
  externalId: statement('lock-tasks-by-external-id')`${buildLockSql('external_id = any($2::text[])')}`,
  id: statement('lock-tasks-by-id')`${buildLockSql('task_id = any($2::uuid[])')}`,
};
const NOT_FOUND = { externalId: taskNotFound, id: taskIdNotFound };

/** Throws unless every task allows the action (decision T13). */
export const lockTasksByIds = async (
  trx: DatabaseTransaction,
  scope: Scope,
  action: TaskAction,
  list: TaskIdList,
) => {
  const ids = [...new Set(list.ids)];
  const idParameter = list.by === 'externalId' ? encodeTextArray(ids) : ids;
  const tasks = await run(trx, LOCK_TASKS[list.by], [scope.tenantId, idParameter, scope.teamIds]);
  const tasksById = new Map(tasks.map((task) => [getRequestedId(list, task), task]));
  const reasons = new Map<string, Message>();
  for (const id of ids) {
    const task = tasksById.get(id);
    if (!task) reasons.set(id, NOT_FOUND[list.by](id).localizableMessage);
    else if (!isActionAllowed(action, stateFromCode(task.state)))
      reasons.set(id, actionNotAllowed(action, task.external_id, stateFromCode(task.state)));
  }
  if (reasons.size > 0) throw bulkActionRejected(list, reasons);
  return tasks;
};
