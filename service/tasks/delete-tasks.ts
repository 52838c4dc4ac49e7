import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { lockNamedTasks } from './named-tasks.ts';

/** Removes tasks that still wait to be performed; the feed keeps them as deleted (contract, Delete tasks; decision T12). */
export const deleteTasks = async (
  trx: DatabaseTransaction,
  actor: Actor,
  externalIds: readonly string[],
): Promise<void> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const taskIds = (await lockNamedTasks(trx, scope, 'delete', externalIds)).map(({ task_id }) => task_id);
  await run(
    trx,
    'update task set is_deleted = true, modified_at = now() where tenant_id = $1 and task_id = any($2::uuid[])',
    [scope.tenantId, taskIds],
  );
  await recordChange(trx, scope.tenantId, 'task', taskIds);
};
