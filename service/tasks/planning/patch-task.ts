import { isDeepStrictEqual } from 'node:util';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import { mayAmend, stateOf } from '#service/tasks/task.ts';
import * as refuse from '#service/tasks/task-problems.ts';
import { type AmendedTask, amendTasks } from './amend-tasks.ts';
import { findObstacles } from './assignee.ts';
import { findPlace, resolveItems, versionIn } from './resolve-ids.ts';

type Content = Omit<AmendedTask, 'versionId' | 'itemsToInspect' | 'itemIds'> & {
  workbookId: string;
  itemIds: string[];
};

/** What is to change of a task, its dates read; what is absent stays. */
export type Patch = Partial<Content>;

const LOCK = `
  select from task
  where tenant_id = $1 and task_id = $3 and not is_deleted and ($2::uuid[] is null or team_id = any($2::uuid[]))
  for update`;

/** By a statement of its own: who waited for the lock sees in the one before what was there before it. */
const FIND = `
  select json_build_object(
           'externalId', external_id, 'revision', task.xmin::text, 'state', state, 'versionId', version_id,
           'itemsToInspect', items_to_inspect, 'contentTypeId', content_type_id) as facts,
         task.title, task.description, team_id as "teamId", workbook.workbook_id as "workbookId",
         assigned_user_id as "userId", start_date as "startDate", due_date as "dueDate",
         planned_start as "plannedStart", planned_minutes as "plannedMinutes", custom_properties as "customProperties",
         array(select item_id from task_item where tenant_id = $1 and task_item.task_id = task.task_id order by position)
           as "itemIds"
  from task
  join workbook_version on workbook_version.tenant_id = $1 and version_id = workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
  where task.tenant_id = $1 and task_id = $2`;

type Facts = {
  externalId: string;
  revision: string;
  state: number;
  versionId: string;
  itemsToInspect: string[] | null;
  contentTypeId: string | null;
};

/**
 * Changes what is given of a task and leaves the rest as it is, the version of its workbook too, unless team or workbook
 * are given. What is given must hold as it would for a new task (decisions T6 to T9; docs/tasks.md).
 */
export const patchTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { taskId, patch, isExpected }: { taskId: string; patch: Patch; isExpected: Precondition },
): Promise<void> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const { facts, ...before } = await lockTask(trx, scope, taskId);
  const { externalId } = facts;
  if (!isExpected(entityTagOf(facts.revision))) throw refuse.taskOutdated(externalId);
  const after: Content = { ...before, ...patch };
  const isOther = (member: keyof Content) => !isDeepStrictEqual(before[member], after[member]);
  const isPlaced = patch.teamId !== undefined || patch.workbookId !== undefined;
  const named = Object.keys(patch) as (keyof Content)[];
  const state = stateOf(facts.state);
  if (!mayAmend(state, isPlaced ? named : named.filter(isOther)))
    throw refuse.amendRefused(externalId, state);
  if (after.startDate && after.dueDate && after.dueDate < after.startDate)
    throw refuse.ofField('dueDate', refuse.datesCross(externalId));

  const { teamId, workbookId, userId } = after;
  const place = await findPlace(trx, scope, { teamId, workbookId, isOwnWorkbook: !isOther('workbookId') });
  const versionId = isPlaced ? versionIn(place) : facts.versionId;
  const areItemsOther = isOther('itemIds') || place.content_type_id !== facts.contentTypeId;
  const items = areItemsOther
    ? await resolveItems(trx, scope.tenantId, { place, itemIds: after.itemIds, before: before.itemIds })
    : { itemIds: null, itemsToInspect: facts.itemsToInspect };
  if (userId !== null && (isOther('userId') || isOther('teamId'))) {
    const obstacle = (await findObstacles(trx, scope, [{ teamId, userId }]))({ teamId, userId });
    if (obstacle) throw refuse.ofField(obstacle.what === 'team' ? 'teamId' : 'assigneeId', obstacle.problem);
  }
  await amendTasks(trx, actor, [{ ...after, ...items, versionId, taskId }]);
};

const lockTask = async (trx: DatabaseTransaction, { tenantId, teamIds }: Scope, taskId: string) => {
  if (!isUuid(taskId)) throw refuse.taskIdNotFound(taskId);
  const found = await run(trx, LOCK, [tenantId, teamIds, taskId]);
  if (found.length === 0) throw refuse.taskIdNotFound(taskId);
  const [task] = await run<Content & { facts: Facts }>(trx, FIND, [tenantId, taskId]);
  return task!;
};
