import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { activateTask } from '#service/tasks/activate-task.ts';
import { mayHappen, stateOf } from '#service/tasks/task.ts';
import {
  notTheAssignedUser,
  taskActionRefused,
  taskIdNotFound,
  userDoesNotPerform,
} from '#service/tasks/task-problems.ts';
import { performsIn } from '#service/teams/team-queries.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { type InspectionTools, startInspection } from './start-inspection.ts';

type StartableTask = {
  external_id: string;
  state: number;
  assigned_user_id: number | null;
  team_id: string;
  team_title: string;
  version_id: string;
  inspection_id: string | null;
  custom_properties: Record<string, CustomValue>;
};

const LOCK_TASK = `
  select task.external_id, task.state, task.assigned_user_id, task.team_id, team.title as team_title,
         task.workbook_version_id as version_id, task.inspection_id, task.custom_properties
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  where task.tenant_id = $1 and task.task_id = $2 and not task.is_deleted
    and ($3::uuid[] is null or task.team_id = any($3::uuid[]))
  for update of task`;

/**
 * The assigned user starts a task, or a performing member takes a team task by starting it (contract, States and
 * transitions; decision T17). A second start by the same person gives the same inspection.
 */
export const startTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { taskId, inspectionId, tools }: { taskId: string; inspectionId: string; tools: InspectionTools },
): Promise<{ inspectionId: string }> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Tasks.Perform');
  const [task] = await run<StartableTask>(trx, LOCK_TASK, [tenantId, taskId, teamIds]);
  if (!task) throw taskIdNotFound(taskId);
  if (task.assigned_user_id !== null && task.assigned_user_id !== actor.userId) {
    throw notTheAssignedUser(task.external_id);
  }
  const state = stateOf(task.state);
  if (state === 'Active') return { inspectionId: task.inspection_id! };
  if (!mayHappen('start', state)) throw taskActionRefused('start', task.external_id, state);
  if (state === 'New' && !(await performsIn(trx, tenantId, task.team_id, actor.userId))) {
    throw userDoesNotPerform(actor.userName, task.team_title);
  }

  const items = await run<{ item_id: string }>(
    trx,
    'select item_id from task_item where tenant_id = $1 and task_id = $2 order by position',
    [tenantId, taskId],
  );
  await startInspection(trx, tools, {
    tenantId,
    inspectionId,
    taskId,
    versionId: task.version_id,
    teamId: task.team_id,
    userId: actor.userId,
    itemIds: items.map(({ item_id }) => item_id),
    properties: task.custom_properties,
  });
  await activateTask(trx, tenantId, { taskId, inspectionId, userId: actor.userId });
  return { inspectionId };
};
