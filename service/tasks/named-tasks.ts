import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { mayHappen, stateOf, type TaskAction } from './task.ts';
import { actionRefused, bulkRefused, taskNotFound } from './task-problems.ts';

export type NamedTask = {
  task_id: string;
  external_id: string;
  team_id: string;
  state: number;
  inspection_id: string | null;
};

/** In the order of their ids, so that two bulk calls over the same tasks wait for each other instead of deadlocking. */
const LOCK_TASKS = `
  select task_id, external_id, team_id, state, inspection_id from task
  where tenant_id = $1 and external_id = any($2::text[]) and not is_deleted
    and ($3::uuid[] is null or team_id = any($3::uuid[]))
  order by task_id for update`;

/**
 * Locks the tasks of a bulk call and insists that the action may happen to every one of them: all or nothing, the
 * refusal lists each offending id with its reason (decision T13). Repeated ids collapse.
 */
export const lockNamedTasks = async (
  trx: DatabaseTransaction,
  scope: Scope,
  action: TaskAction,
  externalIds: readonly string[],
): Promise<NamedTask[]> => {
  const wanted = [...new Set(externalIds)];
  const tasks = await run<NamedTask>(trx, LOCK_TASKS, [scope.tenantId, wanted, scope.teamIds]);
  const byExternalId = new Map(tasks.map((task) => [task.external_id, task]));
  const reasons = wanted.flatMap((externalId) => {
    const task = byExternalId.get(externalId);
    if (!task) return [taskNotFound(externalId).message];
    const state = stateOf(task.state);
    return mayHappen(action, state) ? [] : [actionRefused(action, externalId, state)];
  });
  if (reasons.length > 0) throw bulkRefused(reasons);
  return tasks;
};
