import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { auditTasks } from './audit-tasks.ts';
import { lockTasksByIds, type TaskIdList } from './lock-tasks.ts';
import { recordTaskEvent } from './record-task-event.ts';

/** Unassigned tasks can only be deleted by ID (contract, Delete tasks; decision T12). */
export const deleteTasks = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  list: TaskIdList,
): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const tasks = await lockTasksByIds(trx, scope, list.by === 'id' ? 'discard' : 'delete', list);
  const taskIds = tasks.map(({ task_id }) => task_id);
  await run(
    trx,
    `update task set is_deleted = true, modified_at = now(), revision = revision + 1
     where tenant_id = $1 and task_id = any($2::uuid[])`,
    [scope.tenantId, taskIds],
  );
  await recordTaskEvent(trx, scope.tenantId, { kind: 'deleted', userId: actor.userId, tasks });
  await recordChange(trx, scope.tenantId, 'task', taskIds);
  await auditTasks(trx, actor, 'task.deleted', tasks);
};
