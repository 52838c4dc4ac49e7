import { recordChangeFrom } from '#service/changes/record-change.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { FIELD_COLUMNS } from './field-columns.ts';
import { selectItems } from './resolve-names.ts';

export const EDITED_COLUMNS = `
  task.tenant_id, task.task_id as entity_id, task.title, task.team_id, task.workbook_version_id,
  task.assigned_user_id, task.items_to_inspect, task.custom_properties,
  ${FIELD_COLUMNS.map(({ column }) => `task.${column}`).join(', ')}`;

const selectTeamTitle = (teamId: string) =>
  `(select to_jsonb(title) from team where tenant_id = $1 and team_id = ${teamId})`;
const selectVersionName = (versionId: string) => `
  (select to_jsonb(title || ' ' || version) from workbook_version where tenant_id = $1 and version_id = ${versionId})`;
const selectUserName = (userId: string) =>
  `(select to_jsonb(user_name) from app_user where tenant_id = $1 and user_id = ${userId})`;

type Field = [name: string, column: string, toJson: (column: string) => string];
const toJsonSql = (column: string) => `to_jsonb(${column})`;
const timeToJsonSql = (column: string) => `to_jsonb(${formatWireTimeSql(column)})`;

const FIELDS: Field[] = [
  ['title', 'title', toJsonSql],
  ['teamName', 'team_id', selectTeamTitle],
  ['workbookName', 'workbook_version_id', selectVersionName],
  ['assignedUserName', 'assigned_user_id', selectUserName],
  ...FIELD_COLUMNS.map(
    ({ name, column, field }): Field => [name, column, field.kind === 'instant' ? timeToJsonSql : toJsonSql],
  ),
  ['itemsToInspect', 'items_to_inspect', toJsonSql],
];

/** Compares IDs, but returns names. Null means that the value is absent. */
const DIFFERENCES = `
  ${FIELDS.map(
    ([name, column, toJson], position) => `
  select ${position} as position, '${name}' as property, ${toJson(`current_task.${column}`)} as before,
         ${toJson(`edited.${column}`)} as after
  where current_task.${column} is distinct from edited.${column}
  union all`,
  ).join('')}
  select ${FIELDS.length}, coalesce(old.key, new.key), old.value, new.value
  from jsonb_each(current_task.custom_properties) as old
  full join jsonb_each(edited.custom_properties) as new on new.key = old.key
  where old.value is distinct from new.value`;

/**
 * Common table expressions that record an edit in the same statement. `current_task` contains the rows before the edit,
 * and `edited` those after it, with EDITED_COLUMNS, `actor_id` and `item_ids` (null if unchanged).
 */
export const RECORD_EDITS = `
  former_team as (
    insert into task_former_team (tenant_id, task_id, team_id, left_position)
    select current_task.tenant_id, current_task.task_id, current_task.team_id,
           feed_counter.base_position + feed_counter.version - feed_counter.base_version
    from edited join current_task on current_task.task_id = edited.entity_id
    join feed_counter on feed_counter.tenant_id = $1
    where current_task.team_id <> edited.team_id
    on conflict do nothing
  ), removed_items as (
    delete from task_item using edited
    where task_item.tenant_id = $1 and task_item.task_id = edited.entity_id
      and task_item.item_id <> all (edited.item_ids)
  ), items as (
    insert into task_item (tenant_id, task_id, item_id, position) ${selectItems('edited')}
    on conflict on constraint task_item_pkey do update set position = excluded.position
  ), difference as (
    select edited.tenant_id, edited.entity_id, edited.actor_id, position, property, before, after
    from edited join current_task on current_task.task_id = edited.entity_id cross join lateral (${DIFFERENCES}) as field
  ), event as (
    insert into task_event (tenant_id, task_id, kind, user_id, details)
    select tenant_id, entity_id, 'edited', actor_id,
           jsonb_build_object('changes', jsonb_agg(
             jsonb_build_object('property', property, 'before', before, 'after', after) order by position, property collate "C"))
    from difference group by tenant_id, entity_id, actor_id
  ), changed as (${recordChangeFrom('task', 'edited')})`;
