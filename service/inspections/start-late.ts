import { PERFORMING_GROUPS } from '#contract/team.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { recordTaskEvent } from '#service/tasks/record-task-event.ts';
import { mayHappen, stateOf } from '#service/tasks/task.ts';
import { taskIdNotFound, taskNeverHad, taskStartable } from '#service/tasks/task-problems.ts';
import { performsIn } from '#service/teams/team-queries.ts';
import { versionUnknown } from './inspection-problems.ts';
import type { InspectionTools } from './start-inspection.ts';
import {
  type Beginning,
  beginInspectionOf,
  findVersionToStart,
  hasBegun,
  lockTaskToStart,
  type TaskToStart,
} from './task-to-start.ts';

/**
 * What somebody began on a device before they could know that the task had been cancelled, closed, deleted, given to
 * somebody else or to another workbook: an inspection that is cancelled from its beginning, so that its answers are a late result (decision
 * T10). The task stays as it is.
 */
export const startLate = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { taskId, beginning, tools }: { taskId: string; beginning: Beginning; tools: InspectionTools },
): Promise<void> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Tasks.Perform');
  const { userId } = actor;
  const task = await lockTaskToStart(trx, tenantId, taskId);
  if (!task) throw taskIdNotFound(taskId);
  const { inspectionId } = beginning;
  if (await hasBegun(trx, { tenantId, taskId, userId, inspectionId })) return;
  const isInReach = teamIds === null || teamIds.includes(task.team_id);
  if (!(await mightHaveHad(trx, actor, taskId))) {
    throw isInReach && !task.is_deleted ? taskNeverHad(task.external_id) : taskIdNotFound(taskId);
  }
  const version = await findVersionToStart(trx, tenantId, { task, beginning });
  if (!version) throw versionUnknown(beginning.versionId!);
  const { versionId, isOfTask } = version;
  if (isInReach && isOfTask && (await mayStart(trx, actor, task))) throw taskStartable(task.external_id);
  await beginInspectionOf(trx, task, { tenantId, userId, versionId, beginning, tools });
  const tasks = [{ task_id: taskId, inspection_id: inspectionId }];
  await recordTaskEvent(trx, tenantId, { kind: 'started', userId, tasks, isLate: true });
  await recordChange(trx, tenantId, 'task', [taskId]);
};

/** Whether a start would give them an inspection: a new one, or theirs that is under way. */
const mayStart = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: Actor,
  task: TaskToStart,
): Promise<boolean> => {
  if (task.is_deleted) return false;
  if (task.assigned_user_id === null) return performsIn(trx, tenantId, task.team_id, userId);
  const state = stateOf(task.state);
  return task.assigned_user_id === userId && (state === 'Active' || mayHappen('start', state));
};

/**
 * Assigned to them or in a team where they perform, now or ever. An edit tells user names, as people read them; a start
 * who took the task.
 */
const MIGHT_HAVE_HAD = `
  select from task
  where tenant_id = $1 and task_id = $2 and (
    assigned_user_id = $3
    or exists (
      select from group_member
      where group_member.tenant_id = $1 and group_member.user_id = $3 and group_member.kind = any($5::text[])
        and (group_member.team_id = task.team_id or group_member.team_id in (
          select team_id from task_former_team where tenant_id = $1 and task_id = $2)))
    or exists (
      select from task_event
      where tenant_id = $1 and task_id = $2 and (
        kind = 'started' and user_id = $3
        or kind = 'edited' and exists (
          select from jsonb_array_elements(details -> 'changes') as change
          where change ->> 'member' = 'assignedUserName' and $4 in (change ->> 'before', change ->> 'after')))))`;

const mightHaveHad = async (
  trx: DatabaseTransaction,
  { tenantId, userId, userName }: Actor,
  taskId: string,
): Promise<boolean> => {
  const rows = await run(trx, MIGHT_HAVE_HAD, [tenantId, taskId, userId, userName, PERFORMING_GROUPS]);
  return rows.length > 0;
};
