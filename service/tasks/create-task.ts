import { recordChangeFrom } from '#service/changes/record-change.ts';
import type { Database } from '#service/database/connect.ts';
import { violatedConstraint } from '#service/database/database-failure.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { RESOLVE_NAMES, refusalOf, VERDICT_COLUMNS, type Verdict } from './resolve-names.ts';
import type { TaskContent } from './task-draft.ts';
import { externalIdTaken } from './task-problems.ts';

const CREATE_TASK = `
  with ${RESOLVE_NAMES}, created as (
    insert into task (tenant_id, task_id, external_id, title, description, team_id, workbook_version_id,
                      assigned_user_id, start_date, due_date, items_to_inspect, custom_properties, state,
                      is_self_assignable)
    select $1, $7, $8, $9, $10, team_id, version_id, user_id, $11, $12, $5::text[], $13,
           case when user_id is null then 0 else 1 end, user_id is null
    from verdict where accepted
    returning tenant_id, task_id as entity_id
  ), items as (
    insert into task_item (tenant_id, task_id, item_id, position)
    select created.tenant_id, created.entity_id, found_item.item_id, min(found_item.position)
    from created, found_item group by 1, 2, 3
  ), changed as (${recordChangeFrom('task', 'created')})
  select ${VERDICT_COLUMNS} from verdict`;

/**
 * Creates a task: names resolved, row and pending change written, in one statement and so in one transaction (contract,
 * Create task; decisions T5 to T9). With a transaction as `db` it becomes a part of that.
 */
export const createTask = async (
  db: Database,
  actor: Actor,
  taskId: string,
  content: TaskContent,
): Promise<void> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const [verdict] = await run<Verdict>(db, CREATE_TASK, [
    scope.tenantId,
    content.teamName,
    content.workbookName,
    content.assignedUserName,
    content.itemsToInspect,
    scope.teamIds,
    taskId,
    content.externalId,
    content.title,
    content.description,
    content.startDate,
    content.dueDate,
    JSON.stringify(content.customProperties),
  ]).catch((error: unknown) => {
    throw violatedConstraint(error) === 'task_external_id_key' ? externalIdTaken(content.externalId) : error;
  });
  if (!verdict!.accepted) throw await refusalOf(db, scope, content, verdict!);
};
