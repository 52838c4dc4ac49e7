import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { auditTasks } from './audit-tasks.ts';
import { lockTasksByIds, type TaskIdList } from './lock-tasks.ts';
import { recordTaskEvent } from './record-task-event.ts';
import { stateCode } from './task.ts';

/** See the contract, States and transitions; decision T10. */
export const cancelTasks = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  list: TaskIdList,
): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const tasks = await lockTasksByIds(trx, scope, 'cancel', list);
  const taskIds = tasks.map(({ task_id }) => task_id);
  await run(
    trx,
    `update task set state = $3, modified_at = now(), revision = revision + 1
     where tenant_id = $1 and task_id = any($2::uuid[])`,
    [scope.tenantId, taskIds, stateCode('Canceled')],
  );
  await recordTaskEvent(trx, scope.tenantId, { kind: 'canceled', userId: actor.userId, tasks });
  await recordChange(trx, scope.tenantId, 'task', taskIds);
  await auditTasks(trx, actor, 'task.cancelled', tasks);
};
