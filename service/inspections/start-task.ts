import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { activateTask } from '#service/tasks/inspected-task.ts';
import { isActionAllowed, stateFromCode } from '#service/tasks/task.ts';
import {
  notAssignedUser,
  taskActionNotAllowed,
  taskHasOtherWorkbook,
  taskIdNotFound,
  userCannotInspect,
} from '#service/tasks/task-problems.ts';
import { canInspectIn } from '#service/teams/team-queries.ts';
import {
  findVersionToStart,
  hasStarted,
  lockTaskToStart,
  startTaskInspection,
  type TaskStartRequest,
} from './task-to-start.ts';

/**
 * Starts a task for its assignee, or a team task for a member who can inspect (contract, States and transitions;
 * decision T17). Starting it again returns the current inspection, whatever ID the device sent. Starting a task pins
 * the version (decision T8): if the task was updated since the device read it, the device's version wins.
 */
export const startTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { taskId, start, dependencies }: TaskStartRequest,
): Promise<{ inspectionId: string }> => {
  const { tenantId, teamIds } = requireScope(actor, 'Tasks.Perform');
  const { userId } = actor;
  const task = await lockTaskToStart(trx, tenantId, taskId);
  const { inspectionId } = start;
  if (await hasStarted(trx, { tenantId, taskId, userId, inspectionId })) return { inspectionId };
  const isVisible = teamIds === null || (task && teamIds.includes(task.team_id));
  if (!task || task.is_deleted || !isVisible) throw taskIdNotFound(taskId);
  if (task.assigned_user_id !== null && task.assigned_user_id !== userId) {
    throw notAssignedUser(task.external_id);
  }
  const state = stateFromCode(task.state);
  if (state === 'Active') return { inspectionId: task.inspection_id! };
  if (!isActionAllowed('start', state)) throw taskActionNotAllowed('start', task.external_id, state);
  if (state === 'New' && !(await canInspectIn(trx, tenantId, task.team_id, userId))) {
    throw userCannotInspect(actor.userName, task.team_title);
  }
  const version = await findVersionToStart(trx, tenantId, { task, start });
  if (!version?.isCurrentWorkbook) throw taskHasOtherWorkbook(task.external_id);
  const { versionId } = version;
  const startedAt = await startTaskInspection(trx, actor, { task, versionId, start, dependencies });
  await activateTask(trx, tenantId, { taskId, inspectionId, versionId, userId, startedAt });
  return { inspectionId };
};
