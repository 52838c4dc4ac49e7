import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { FIELD_COLUMNS } from './field-columns.ts';
import { nextEventId } from './record-task-event.ts';

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

/** The new values are in `edited`. Compares IDs, but returns names. Null means that the value is absent. */
const selectDifferences = (columns: readonly EditedColumn[]) => {
  const names = new Set(columns.map(({ column }) => column));
  const fields = FIELDS.filter(([, column]) => names.has(column)).map(
    ([name, column, toJson], position) => `
    select ${position} as position, '${name}' as property, ${toJson(`task.${column}`)} as before,
           ${toJson(`edited.${column}`)} as after
    where task.${column} is distinct from edited.${column}`,
  );
  const properties = `
    select ${FIELDS.length}, coalesce(old.key, new.key), old.value, new.value
    from jsonb_each(task.custom_properties) as old
    full join jsonb_each(edited.custom_properties) as new on new.key = old.key
    where old.value is distinct from new.value`;
  return [...fields, ...(names.has('custom_properties') ? [properties] : [])].join(' union all ');
};

/** `name` is the property of the JSON input with the column's new value. */
export type EditedColumn = { column: string; name: string; type: string };

/**
 * A FROM item with the edited tasks: their IDs and new values, from the JSON in $2. Statements also pass the IDs in $3: a
 * plan made before there were statistics would otherwise read all tasks of the tenant.
 */
export const selectEdited = (columns: readonly EditedColumn[]): string => `(
  select "taskId" as task_id, ${columns.map(({ column, name }) => `"${name}" as ${column}`).join(', ')}
  from json_to_recordset($2::json) as input (
    "taskId" uuid, ${columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')})
) as edited`;

/**
 * Records the differences between the stored and the new values in the history. Run this before updating the tasks,
 * which must be locked: the lock also makes a task's event IDs unique.
 */
export const buildEditEventsSql = (columns: readonly EditedColumn[]): string => `
  insert into task_event (tenant_id, task_id, event_id, kind, user_id, details)
  select task.tenant_id, task.task_id, ${nextEventId('task.task_id')}, 'edited', $4,
         jsonb_build_object('changes', jsonb_agg(
           jsonb_build_object('property', property, 'before', before, 'after', after) order by position, property collate "C"))
  from ${selectEdited(columns)}
  join task on task.tenant_id = $1 and task.task_id = any($3::uuid[]) and task.task_id = edited.task_id
  cross join lateral (${selectDifferences(columns)}) as difference
  group by task.tenant_id, task.task_id`;

/** Records the teams that tasks are about to leave. */
export const buildFormerTeamsSql = (columns: readonly EditedColumn[]): string => `
  insert into task_former_team (tenant_id, task_id, team_id, left_position)
  select task.tenant_id, task.task_id, task.team_id,
         feed_counter.base_position + feed_counter.version - feed_counter.base_version
  from ${selectEdited(columns)}
  join task on task.tenant_id = $1 and task.task_id = any($3::uuid[]) and task.task_id = edited.task_id
  join feed_counter on feed_counter.tenant_id = $1
  where task.team_id <> edited.team_id
  on conflict do nothing`;
