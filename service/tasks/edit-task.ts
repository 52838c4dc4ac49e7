import { recordChangeFrom } from '#service/changes/record-change.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { wireTime } from '#service/database/wire-time.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import {
  givenParameters,
  RESOLVE_NAMES,
  refusalOf,
  selectItems,
  VERDICT_COLUMNS,
  type Verdict,
} from './resolve-names.ts';
import { mayHappen, stateCode, stateOf, TRANSITIONS } from './task.ts';
import type { TaskContent } from './task-draft.ts';
import { taskActionRefused, taskNotFound } from './task-problems.ts';

const EDITABLE = TRANSITIONS.edit.from.map(stateCode).join(', ');

const versionName = (versionId: string) => `
  (select to_jsonb(title || ' ' || version) from workbook_version where tenant_id = $1 and version_id = ${versionId})`;
const userName = (userId: string) =>
  `(select to_jsonb(user_name) from app_user where tenant_id = $1 and user_id = ${userId})`;

/**
 * What an edit changes, member by member as the task's own are called and then its custom properties: place, member,
 * before, after. Names as people read them; null is absent. Compared by id, for two teams may bear one title.
 */
const DIFFERENCES = `
  select 1 as place, 'title' as member, to_jsonb(found_task.title) as before, to_jsonb(verdict.title) as after
  where found_task.title <> verdict.title
  union all
  select 2, 'teamName', (select to_jsonb(title) from team where tenant_id = $1 and team_id = found_task.team_id),
         to_jsonb(verdict.team_title)
  where found_task.team_id <> verdict.team_id
  union all
  select 3, 'workbookName', ${versionName('found_task.workbook_version_id')}, ${versionName('verdict.version_id')}
  where found_task.workbook_version_id <> verdict.version_id
  union all
  select 4, 'assignedUserName', ${userName('found_task.assigned_user_id')}, ${userName('verdict.user_id')}
  where found_task.assigned_user_id is distinct from verdict.user_id
  union all
  select 5, 'description', to_jsonb(found_task.description), to_jsonb(verdict.description)
  where found_task.description is distinct from verdict.description
  union all
  select 6, 'startDate', to_jsonb(${wireTime('found_task.start_date')}), to_jsonb(${wireTime('verdict."startDate"')})
  where found_task.start_date is distinct from verdict."startDate"
  union all
  select 7, 'dueDate', to_jsonb(${wireTime('found_task.due_date')}), to_jsonb(${wireTime('verdict."dueDate"')})
  where found_task.due_date is distinct from verdict."dueDate"
  union all
  select 8, 'itemsToInspect', to_jsonb(found_task.items_to_inspect), to_jsonb(verdict."itemsToInspect")
  where found_task.items_to_inspect is distinct from verdict."itemsToInspect"
  union all
  select 9, coalesce(old.key, new.key), old.value, new.value
  from jsonb_each(found_task.custom_properties) as old
  full join jsonb_each(verdict."customProperties") as new on new.key = old.key
  where old.value is distinct from new.value`;

/**
 * The row is locked first. When another edit held it, the lock shows the row as that edit left it, but the rest of the
 * statement, the items above all, still sees what was there before it: then nothing is written, and `is_stale` asks for
 * the statement to be run again.
 */
const EDIT_TASK = `
  with ${RESOLVE_NAMES}, seen_task as materialized (
    select xmin as row_version from task
    where tenant_id = $1 and external_id = (select "externalId" from given) and not is_deleted
  ), found_task as materialized (
    select *, xmin = (select row_version from seen_task) as is_as_seen from task
    where tenant_id = $1 and external_id = (select "externalId" from given) and not is_deleted
      and ($2::uuid[] is null or team_id = any($2::uuid[]))
    for update
  ), edited as (
    update task set
      title = verdict.title, description = verdict.description, team_id = verdict.team_id,
      workbook_version_id = verdict.version_id, assigned_user_id = verdict.user_id, start_date = verdict."startDate",
      due_date = verdict."dueDate", items_to_inspect = verdict."itemsToInspect",
      custom_properties = verdict."customProperties", modified_at = now()
    from verdict, found_task
    where verdict.accepted and found_task.state in (${EDITABLE}) and found_task.is_as_seen
      and task.tenant_id = $1 and task.task_id = found_task.task_id
    returning task.tenant_id, task.task_id as entity_id, task.team_id
  ), left_team as (
    insert into task_former_team (tenant_id, task_id, team_id)
    select found_task.tenant_id, found_task.task_id, found_task.team_id
    from edited join found_task on found_task.team_id <> edited.team_id
    on conflict do nothing
  ), dropped_items as (
    delete from task_item using edited, verdict
    where task_item.tenant_id = $1 and task_item.task_id = edited.entity_id
      and task_item.item_id <> all (verdict.item_ids)
  ), items as (
    insert into task_item (tenant_id, task_id, item_id, position) ${selectItems('edited cross join verdict')}
    on conflict on constraint task_item_pkey do update set position = excluded.position
  ), difference as (
    select edited.tenant_id, edited.entity_id, place, member, before, after
    from edited cross join found_task cross join verdict cross join lateral (${DIFFERENCES}) as each
  ), event as (
    insert into task_event (tenant_id, task_id, kind, user_id, details)
    select tenant_id, entity_id, 'edited', (select "actorId" from given),
           jsonb_build_object('changes', jsonb_agg(
             jsonb_build_object('member', member, 'before', before, 'after', after) order by place, member collate "C"))
    from difference group by tenant_id, entity_id
  ), changed as (${recordChangeFrom('task', 'edited')})
  select (select state from found_task) as state, exists (select from found_task where not is_as_seen) as is_stale,
         exists (select from edited) as is_edited, ${VERDICT_COLUMNS}
  from verdict`;

/**
 * Replaces everything a caller can say of a task; what is absent is cleared (contract, Edit task; decision T4). One
 * statement: looked up, checked, written and recorded together. One that changes nothing leaves no event.
 */
export const editTask = async (db: Database, actor: Actor, content: TaskContent): Promise<void> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const outcome = await editWithFreshEyes(
    db,
    givenParameters(scope, [{ ...content, actorId: actor.userId }]),
  );
  if (outcome.is_edited) return;
  if (outcome.state === null) throw taskNotFound(content.externalId);
  const state = stateOf(outcome.state);
  if (!mayHappen('edit', state)) throw taskActionRefused('edit', content.externalId, state);
  throw await refusalOf(db, scope, content, outcome);
};

type Outcome = Verdict & { state: number | null; is_stale: boolean; is_edited: boolean };

/** Comes to an end, for each time it begins again some other edit has succeeded. */
const editWithFreshEyes = async (db: Database, values: unknown[]): Promise<Outcome> => {
  for (;;) {
    const [outcome] = await run<Outcome>(db, EDIT_TASK, values);
    if (!outcome!.is_stale) return outcome!;
  }
};
