import { isDeepStrictEqual } from 'node:util';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, readRow, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope, type Scope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { SELECT_FIELDS } from '#service/tasks/field-columns.ts';
import { areFieldsEditable, stateFromCode } from '#service/tasks/task.ts';
import * as problems from '#service/tasks/task-problems.ts';
import { type AmendedTask, amendTasks } from './amend-tasks.ts';
import { checkAssignments } from './assignee.ts';
import { findTarget, requireVersion, resolveItems } from './resolve-ids.ts';

type Content = Omit<AmendedTask, 'versionId' | 'itemsToInspect' | 'itemIds'> & {
  workbookId: string;
  itemIds: string[];
};

/** Omitted fields keep their values. */
export type TaskChanges = Partial<Content>;

const LOCK_TASK = `
  select from task
  where tenant_id = $1 and task_id = $3 and not is_deleted and ($2::uuid[] is null or team_id = any($2::uuid[]))
  for update`;

/** A separate statement: the snapshot of the statement that locks the row may be outdated. */
const FIND_LOCKED_TASK = statement('lock-task-to-patch')`
  select json_build_object(
           'externalId', external_id, 'revision', task.revision::text, 'state', state, 'versionId', version_id,
           'itemsToInspect', items_to_inspect, 'contentTypeId', content_type_id) as facts,
         task.title, team_id as "teamId", workbook.workbook_id as "workbookId", assigned_user_id as "userId",
         ${SELECT_FIELDS}, custom_properties as "customProperties",
         array(select item_id from task_item where tenant_id = $1 and task_item.task_id = task.task_id order by position)
           as "itemIds"
  from task
  join workbook_version on workbook_version.tenant_id = $1 and version_id = workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
  where task.tenant_id = $1 and task_id = $2`.narrow<
  Pick<Content, 'customProperties' | 'priority'> & { facts: Facts }
>();

type Facts = {
  externalId: string;
  revision: string;
  state: number;
  versionId: string;
  itemsToInspect: string[] | null;
  contentTypeId: string | null;
};

/**
 * The task keeps its workbook version unless the team or workbook is given. The same rules apply as for new tasks
 * (decisions T6 to T9; docs/integrate/tasks.md).
 */
export const patchTask = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { taskId, patch, matchesTag }: { taskId: string; patch: TaskChanges; matchesTag: Precondition },
): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const { facts, ...currentContent } = await lockTask(trx, scope, taskId);
  const { externalId } = facts;
  if (!matchesTag(formatEntityTag(facts.revision))) throw problems.taskOutdated(externalId);
  const newContent: Content = { ...currentContent, ...patch };
  const isChanged = (field: keyof Content) => !isDeepStrictEqual(currentContent[field], newContent[field]);
  const isReassigned = patch.teamId !== undefined || patch.workbookId !== undefined;
  const patchedFields = Object.keys(patch) as (keyof Content)[];
  const state = stateFromCode(facts.state);
  if (!areFieldsEditable(state, isReassigned ? patchedFields : patchedFields.filter(isChanged)))
    throw problems.taskNotEditable(externalId, state);
  if (newContent.startDate && newContent.dueDate && newContent.dueDate < newContent.startDate)
    throw problems.asFieldProblem('dueDate', problems.dueDateBeforeStartDate(externalId));

  const { teamId, workbookId, userId } = newContent;
  const target = await findTarget(trx, scope, {
    teamId,
    workbookId,
    isCurrentWorkbook: !isChanged('workbookId'),
  });
  const versionId = isReassigned ? requireVersion(target) : facts.versionId;
  const haveItemsChanged = isChanged('itemIds') || target.content_type_id !== facts.contentTypeId;
  const items = haveItemsChanged
    ? await resolveItems(trx, scope.tenantId, {
        target,
        itemIds: newContent.itemIds,
        currentItemIds: currentContent.itemIds,
      })
    : { itemIds: null, itemsToInspect: facts.itemsToInspect };
  if (userId !== null && (isChanged('userId') || isChanged('teamId'))) {
    const error = (await checkAssignments(trx, scope, [{ teamId, userId }]))({ teamId, userId });
    if (error)
      throw problems.asFieldProblem(error.subject === 'team' ? 'teamId' : 'assigneeId', error.problem);
  }
  const editedIds = await amendTasks(trx, actor, [{ ...newContent, ...items, versionId, taskId }]);
  if (editedIds.length === 0) return;
  const changedFields = patchedFields
    .filter(isChanged)
    .map((field) => (field === 'userId' ? 'assigneeId' : field))
    .sort();
  await recordAudit(trx, actor, {
    kind: 'task.edited',
    target: { type: 'task', id: taskId, name: externalId },
    details: { changed: changedFields },
  });
};

const lockTask = async (trx: DatabaseTransaction, { tenantId, teamIds }: Scope, taskId: string) => {
  if (!isUuid(taskId)) throw problems.taskIdNotFound(taskId);
  if (!(await hasRow(trx, LOCK_TASK, [tenantId, teamIds, taskId]))) throw problems.taskIdNotFound(taskId);
  return readRow(trx, FIND_LOCKED_TASK, [tenantId, taskId]);
};
