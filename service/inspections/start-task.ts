import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { activateTask } from '#service/tasks/activate-task.ts';
import { mayHappen, stateOf } from '#service/tasks/task.ts';
import {
  notTheAssignedUser,
  taskActionRefused,
  taskHasOtherWorkbook,
  taskIdNotFound,
  userDoesNotPerform,
} from '#service/tasks/task-problems.ts';
import { performsIn } from '#service/teams/team-queries.ts';
import type { InspectionTools } from './start-inspection.ts';
import {
  type Beginning,
  beginInspectionOf,
  findVersionToStart,
  hasBegun,
  lockTaskToStart,
} from './task-to-start.ts';

/**
 * The assigned user starts a task, or a performing member takes a team task by starting it (contract, States and
 * transitions; decision T17). A second start by the same person gives the inspection that is under way, whatever id a
 * device sent; and what it has begun under an id stays begun, whatever became of it. The version is fixed from now on
 * (decision T8): the device's, if the task was given a newer one since it was read.
 */
export const startTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { taskId, beginning, tools }: { taskId: string; beginning: Beginning; tools: InspectionTools },
): Promise<{ inspectionId: string }> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Tasks.Perform');
  const { userId } = actor;
  const task = await lockTaskToStart(trx, tenantId, taskId);
  const { inspectionId } = beginning;
  if (await hasBegun(trx, { tenantId, taskId, userId, inspectionId })) return { inspectionId };
  const isInReach = teamIds === null || (task && teamIds.includes(task.team_id));
  if (!task || task.is_deleted || !isInReach) throw taskIdNotFound(taskId);
  if (task.assigned_user_id !== null && task.assigned_user_id !== userId) {
    throw notTheAssignedUser(task.external_id);
  }
  const state = stateOf(task.state);
  if (state === 'Active') return { inspectionId: task.inspection_id! };
  if (!mayHappen('start', state)) throw taskActionRefused('start', task.external_id, state);
  if (state === 'New' && !(await performsIn(trx, tenantId, task.team_id, userId))) {
    throw userDoesNotPerform(actor.userName, task.team_title);
  }
  const version = await findVersionToStart(trx, tenantId, { task, beginning });
  if (!version?.isOfTask) throw taskHasOtherWorkbook(task.external_id);
  const { versionId } = version;
  const startedAt = await beginInspectionOf(trx, task, { tenantId, userId, versionId, beginning, tools });
  await activateTask(trx, tenantId, { taskId, inspectionId, versionId, userId, startedAt });
  return { inspectionId };
};
