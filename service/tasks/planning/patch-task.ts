import { isDeepStrictEqual } from 'node:util';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import { SELECT_FIELDS } from '#service/tasks/field-columns.ts';
import { areEditableIn, stateOf } from '#service/tasks/task.ts';
import * as problems from '#service/tasks/task-problems.ts';
import { type AmendedTask, amendTasks } from './amend-tasks.ts';
import { findObstacles } from './assignee.ts';
import { findPlace, resolveItems, versionIn } from './resolve-ids.ts';

type Content = Omit<AmendedTask, 'versionId' | 'itemsToInspect' | 'itemIds'> & {
  workbookId: string;
  itemIds: string[];
};

/** The members of a task to change, with parsed dates; absent members keep their values. */
export type TaskChanges = Partial<Content>;

const LOCK = `
  select from task
  where tenant_id = $1 and task_id = $3 and not is_deleted and ($2::uuid[] is null or team_id = any($2::uuid[]))
  for update`;

/** In a second statement: after waiting for the lock, the first one still sees the row as it was before. */
const FIND = statement('lock-task-to-patch')`
  select json_build_object(
           'externalId', external_id, 'revision', task.xmin::text, 'state', state, 'versionId', version_id,
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
 * Changes the given members of a task. It also keeps the version of its workbook, unless the team or workbook is given.
 * The given values must be valid for a new task too (decisions T6 to T9; docs/integrate/tasks.md).
 */
export const patchTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { taskId, patch, isExpected }: { taskId: string; patch: TaskChanges; isExpected: Precondition },
): Promise<void> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const { facts, ...before } = await lockTask(trx, scope, taskId);
  const { externalId } = facts;
  if (!isExpected(entityTagOf(facts.revision))) throw problems.taskOutdated(externalId);
  const after: Content = { ...before, ...patch };
  const isChanged = (member: keyof Content) => !isDeepStrictEqual(before[member], after[member]);
  const isReassigned = patch.teamId !== undefined || patch.workbookId !== undefined;
  const named = Object.keys(patch) as (keyof Content)[];
  const state = stateOf(facts.state);
  if (!areEditableIn(state, isReassigned ? named : named.filter(isChanged)))
    throw problems.taskNotEditable(externalId, state);
  if (after.startDate && after.dueDate && after.dueDate < after.startDate)
    throw problems.asFieldProblem('dueDate', problems.datesCross(externalId));

  const { teamId, workbookId, userId } = after;
  const place = await findPlace(trx, scope, {
    teamId,
    workbookId,
    isOwnWorkbook: !isChanged('workbookId'),
  });
  const versionId = isReassigned ? versionIn(place) : facts.versionId;
  const areItemsChanged = isChanged('itemIds') || place.content_type_id !== facts.contentTypeId;
  const items = areItemsChanged
    ? await resolveItems(trx, scope.tenantId, { place, itemIds: after.itemIds, before: before.itemIds })
    : { itemIds: null, itemsToInspect: facts.itemsToInspect };
  if (userId !== null && (isChanged('userId') || isChanged('teamId'))) {
    const obstacle = (await findObstacles(trx, scope, [{ teamId, userId }]))({ teamId, userId });
    if (obstacle)
      throw problems.asFieldProblem(obstacle.what === 'team' ? 'teamId' : 'assigneeId', obstacle.problem);
  }
  await amendTasks(trx, actor, [{ ...after, ...items, versionId, taskId }]);
};

const lockTask = async (trx: DatabaseTransaction, { tenantId, teamIds }: Scope, taskId: string) => {
  if (!isUuid(taskId)) throw problems.taskIdNotFound(taskId);
  const found = await run(trx, LOCK, [tenantId, teamIds, taskId]);
  if (found.length === 0) throw problems.taskIdNotFound(taskId);
  const [task] = await run(trx, FIND, [tenantId, taskId]);
  return task!;
};
