import { ASSIGNABLE_GROUPS } from '#contract/team.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { recordTaskEvent } from '#service/tasks/record-task-event.ts';
import { isActionAllowed, stateFromCode } from '#service/tasks/task.ts';
import { taskIdNotFound, taskNeverOffered, taskStartable } from '#service/tasks/task-problems.ts';
import { canInspectIn } from '#service/teams/team-queries.ts';
import { startVersionNotFound } from './inspection-problems.ts';
import {
  findVersionToStart,
  hasStarted,
  lockTaskToStart,
  startTaskInspection,
  type TaskStartRequest,
  type TaskToStart,
} from './task-to-start.ts';

/** The inspection is Canceled from the start, so its answers form a late result (decision T10). */
export const startLateInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { taskId, start, dependencies }: TaskStartRequest,
): Promise<void> => {
  const { tenantId, teamIds } = requireScope(actor, 'Tasks.Perform');
  const { userId } = actor;
  const task = await lockTaskToStart(trx, tenantId, taskId);
  if (!task) throw taskIdNotFound(taskId);
  const { inspectionId } = start;
  if (await hasStarted(trx, { tenantId, taskId, userId, inspectionId })) return;
  const isVisible = teamIds === null || teamIds.includes(task.team_id);
  if (!(await couldHaveStarted(trx, actor, taskId))) {
    throw isVisible && !task.is_deleted ? taskNeverOffered(task.external_id) : taskIdNotFound(taskId);
  }
  const version = await findVersionToStart(trx, tenantId, { task, start });
  if (!version) throw startVersionNotFound(start.versionId!);
  const { versionId, isCurrentWorkbook } = version;
  if (isVisible && isCurrentWorkbook && (await canStart(trx, actor, task)))
    throw taskStartable(task.external_id);
  await startTaskInspection(trx, actor, { task, versionId, start, dependencies });
  const tasks = [{ task_id: taskId, inspection_id: inspectionId }];
  await recordTaskEvent(trx, tenantId, { kind: 'started', userId, tasks, isLate: true });
  await recordChange(trx, tenantId, 'task', [taskId]);
};

/** Also true if the user has already started the task. */
const canStart = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: Actor,
  task: TaskToStart,
): Promise<boolean> => {
  if (task.is_deleted) return false;
  if (task.assigned_user_id === null) return canInspectIn(trx, tenantId, task.team_id, userId);
  const state = stateFromCode(task.state);
  return task.assigned_user_id === userId && (state === 'Active' || isActionAllowed('start', state));
};

/**
 * Selects the task if it is or was assigned to the user, or is or was in a team where the user can inspect. Edit events
 * store user names, and start events the user ID.
 */
const COULD_HAVE_STARTED = `
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
          where change ->> 'property' = 'assignedUserName' and $4 in (change ->> 'before', change ->> 'after')))))`;

const couldHaveStarted = (
  trx: DatabaseTransaction,
  { tenantId, userId, userName }: Actor,
  taskId: string,
): Promise<boolean> =>
  hasRow(trx, COULD_HAVE_STARTED, [tenantId, taskId, userId, userName, ASSIGNABLE_GROUPS]);
