import { ASSIGNABLE_GROUPS } from '#contract/team.ts';
import { type Message, msg } from '#i18n/message.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { auditTasks } from './audit-tasks.ts';
import { getRequestedId, lockTasksByIds, type TaskIdList } from './lock-tasks.ts';
import { recordTaskEvent } from './record-task-event.ts';
import { stateCode } from './task.ts';
import {
  bulkActionRejected,
  teamInactive,
  userCannotInspect,
  userInactive,
  workbookNotAssociated,
  workbookUnpublished,
} from './task-problems.ts';

type Candidate = RowOf<typeof SELECT_CANDIDATES>;

const SELECT_CANDIDATES = statement('lock-tasks-to-restart')`
  select task.task_id, task.external_id, team.title as team_title, team.is_active as team_is_active, workbook.name as workbook_name,
         (select newest.version_id from workbook_version as newest
          where newest.tenant_id = $1 and newest.workbook_id = current.workbook_id
            and newest.is_published and not newest.is_deleted
          order by newest.version_code desc limit 1) as version_id,
         exists (select from team_workbook
                 where team_workbook.tenant_id = $1 and team_workbook.team_id = task.team_id
                   and team_workbook.workbook_id = current.workbook_id) as is_associated,
         app_user.user_name, app_user.is_active as user_is_active,
         exists (select from group_member
                 where group_member.tenant_id = $1 and group_member.team_id = task.team_id
                   and group_member.user_id = task.assigned_user_id and group_member.kind = any($3::text[])) as can_inspect
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  join workbook_version as current on current.tenant_id = $1 and current.version_id = task.workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = current.workbook_id
  join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where task.tenant_id = $1 and task.task_id = any($2::uuid[])
  order by task.task_id`;

/** The inspection still refers to the task, but the task no longer refers to the inspection (decision T11). */
const RESTART_TASKS = `
  update task set
    state = $3, inspection_id = null, actual_start = null, actual_end = null, sent_date = null,
    planned_start = null, workbook_version_id = candidate.version_id, modified_at = now(), revision = revision + 1
  from unnest($2::uuid[], $4::uuid[]) as candidate (task_id, version_id)
  where task.tenant_id = $1 and task.task_id = candidate.task_id`;

/** See the contract, Restart; decisions T7, T8, T11. */
export const restartTasks = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  list: TaskIdList,
): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const tasks = await lockTasksByIds(trx, scope, 'restart', list);
  const taskIds = tasks.map(({ task_id }) => task_id);
  const candidates = await run(trx, SELECT_CANDIDATES, [scope.tenantId, taskIds, ASSIGNABLE_GROUPS]);
  const reasons = new Map<string, Message>();
  for (const candidate of candidates) {
    const problem = findProblem(candidate);
    if (!problem) continue;
    const message = msg`The task '${candidate.external_id}' cannot be restarted: ${problem.localizableMessage}`;
    reasons.set(getRequestedId(list, candidate), message);
  }
  if (reasons.size > 0) throw bulkActionRejected(list, reasons);
  await run(trx, RESTART_TASKS, [
    scope.tenantId,
    candidates.map(({ task_id }) => task_id),
    stateCode('Assigned'),
    candidates.map(({ version_id }) => version_id),
  ]);
  await recordTaskEvent(trx, scope.tenantId, { kind: 'restarted', userId: actor.userId, tasks });
  await recordChange(trx, scope.tenantId, 'task', taskIds);
  await auditTasks(trx, actor, 'task.restarted', tasks);
};

const findProblem = (candidate: Candidate) => {
  if (!candidate.team_is_active) return teamInactive(candidate.team_title);
  if (candidate.version_id === null) return workbookUnpublished(candidate.workbook_name);
  if (!candidate.is_associated) return workbookNotAssociated(candidate.workbook_name, candidate.team_title);
  if (!candidate.user_is_active) return userInactive(candidate.user_name);
  if (!candidate.can_inspect) return userCannotInspect(candidate.user_name, candidate.team_title);
  return undefined;
};
