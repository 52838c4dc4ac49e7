import type { Database } from '#service/database/connect.ts';
import { readRow, statement } from '#service/database/statement.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { EDITED_COLUMNS, RECORD_EDITS } from './record-edits.ts';
import {
  buildInputParameters,
  findRejection,
  RESOLVE_NAMES,
  VERDICT_COLUMNS,
  type Verdict,
} from './resolve-names.ts';
import { isActionAllowed, stateCode, stateFromCode, TRANSITIONS } from './task.ts';
import type { TaskContent } from './task-input.ts';
import { taskActionNotAllowed, taskNotFound } from './task-problems.ts';

const EDITABLE_STATES = TRANSITIONS.edit.from.map(stateCode).join(', ');

/**
 * If the statement has to wait for another edit, its snapshot of other tables, such as items, is out of date. It then
 * writes nothing and returns `is_stale`.
 */
const EDIT_TASK = statement('edit-task')`
  with ${RESOLVE_NAMES}, snapshot_task as materialized (
    select xmin as row_version from task
    where tenant_id = $1 and external_id = (select "externalId" from input) and not is_deleted
  ), current_task as materialized (
    select *, xmin = (select row_version from snapshot_task) as is_unchanged from task
    where tenant_id = $1 and external_id = (select "externalId" from input) and not is_deleted
      and ($2::uuid[] is null or team_id = any($2::uuid[]))
    for update
  ), edited as (
    update task set
      title = verdict.title, description = verdict.description, team_id = verdict.team_id,
      workbook_version_id = verdict.version_id, assigned_user_id = verdict.user_id, start_date = verdict."startDate",
      due_date = verdict."dueDate", items_to_inspect = verdict."itemsToInspect",
      custom_properties = verdict."customProperties", modified_at = now()
    from verdict, current_task
    where verdict.is_valid and current_task.state in (${EDITABLE_STATES}) and current_task.is_unchanged
      and task.tenant_id = $1 and task.task_id = current_task.task_id
    returning ${EDITED_COLUMNS}, verdict.item_ids, verdict."actorId" as actor_id
  ), ${RECORD_EDITS}
  select (select state from current_task) as state, exists (select from current_task where not is_unchanged) as is_stale,
         exists (select from edited) as is_edited, ${VERDICT_COLUMNS}
  from verdict`.narrow<Outcome>();

/** Clears fields that were not sent (contract, Edit task; decision T4). */
export const editTask = async (db: Database, actor: Actor, content: TaskContent): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const parameters = buildInputParameters(scope, [{ ...content, actorId: actor.userId }]);
  const outcome = await editWithRetry(db, parameters);
  if (outcome.is_edited) return;
  if (outcome.state === null) throw taskNotFound(content.externalId);
  const state = stateFromCode(outcome.state);
  if (!isActionAllowed('edit', state)) throw taskActionNotAllowed('edit', content.externalId, state);
  throw await findRejection(db, scope, content, outcome);
};

type Outcome = Verdict & { state: number | null; is_stale: boolean; is_edited: boolean };

/** The loop terminates: each retry means that another edit has succeeded. */
const editWithRetry = async (db: Database, parameters: unknown[]): Promise<Outcome> => {
  for (;;) {
    const outcome = await readRow(db, EDIT_TASK, parameters);
    if (!outcome.is_stale) return outcome;
  }
};
