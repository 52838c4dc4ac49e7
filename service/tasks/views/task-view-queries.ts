import { DEFAULT_MINUTES } from '#contract/minutes.ts';
import { MAX_TASK_VIEW_ITEMS, type TaskView } from '#contract/task-view.ts';
import { formatStateNameSql } from '#service/changes/state-name.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Scope } from '#service/identity/actor.ts';
import { FIELD_COLUMNS } from '#service/tasks/field-columns.ts';
import { taskIdNotFound } from '#service/tasks/task-problems.ts';
import { buildLateCause, IS_LATE } from './late-cause.ts';

const FIELDS = FIELD_COLUMNS.map(({ name, field, column }) => {
  const value = `task.${column}`;
  return `${field.kind === 'instant' ? formatWireTimeSql(value) : value} as "${name}"`;
}).join(', ');

const LOCATION = `
  case when item.latitude is not null
       then json_build_object('latitude', item.latitude, 'longitude', item.longitude) end`;

const ITEMS = `
  from task_item
  join item on item.tenant_id = $1 and item.item_id = task_item.item_id
  where task_item.tenant_id = $1 and task_item.task_id = task.task_id`;

const READ_TASK_VIEWS = statement('read-task-views')`
  select task.task_id as id, task.revision::text as revision, task.external_id as "externalId", task.title,
         ${formatStateNameSql('task.state')} as state, task.is_self_assignable as "isSelfAssignable",
         json_build_object('id', team.team_id, 'title', team.title) as team,
         json_build_object(
           'id', workbook.workbook_id, 'versionId', version.version_id, 'name', workbook.name, 'title', version.title,
           'versionCode', version.version_code, 'contentTypeId', workbook.content_type_id) as workbook,
         case when app_user.user_id is not null then json_build_object(
           'id', app_user.user_id, 'userName', app_user.user_name, 'name', app_user.name, 'surname', app_user.surname
         ) end as assignee,
         ${FIELDS},
         coalesce(task.planned_minutes, workbook.expected_minutes, ${DEFAULT_MINUTES}) as "expectedMinutes",
         ${IS_LATE} as "isLate", ${buildLateCause('$1')} as "lateCause",
         (select coalesce(json_agg(json_build_object(
            'id', first.item_id, 'externalId', first.external_id, 'title', first.title, 'location', first.location
          ) order by first.position), '[]')
          from (
            select item.item_id, item.external_id, item.title, ${LOCATION} as location, task_item.position ${ITEMS}
            order by task_item.position limit ${MAX_TASK_VIEW_ITEMS}
          ) as first) as items,
         (select count(*)::integer from task_item where task_item.tenant_id = $1 and task_item.task_id = task.task_id) as "itemCount",
         (select ${LOCATION} ${ITEMS} and item.latitude is not null order by task_item.position limit 1) as location,
         task.inspection_id as "inspectionId", task.custom_properties as "customProperties",
         ${formatWireTimeSql('task.actual_start')} as "actualStart", ${formatWireTimeSql('task.actual_end')} as "actualEnd",
         ${formatWireTimeSql('task.created_at')} as "createdAt", ${formatWireTimeSql('task.modified_at')} as "modifiedAt"
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  join workbook_version as version on version.tenant_id = $1 and version.version_id = task.workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = version.workbook_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where task.tenant_id = $1 and task.task_id = any($3::uuid[]) and not task.is_deleted
    and ($2::uuid[] is null or task.team_id = any($2::uuid[]))`.narrow<
  Pick<
    TaskView,
    | 'state'
    | 'team'
    | 'workbook'
    | 'assignee'
    | 'priority'
    | 'isLate'
    | 'lateCause'
    | 'items'
    | 'itemCount'
    | 'location'
    | 'customProperties'
    | 'createdAt'
    | 'modifiedAt'
  >
>();

/** Returns the tasks in the order of the IDs. A task can be 800 KB, so pass small batches. */
export const readTaskViews = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  taskIds: readonly string[],
): Promise<TaskView[]> => {
  const rows = await run(db, READ_TASK_VIEWS, [tenantId, teamIds, taskIds]);
  const viewsById = new Map(rows.map((row) => [row.id, row]));
  return taskIds.flatMap((id) => viewsById.get(id) ?? []);
};

/** Throws if the scope contains no such task. */
export const readTaskView = async (db: Database, scope: Scope, taskId: string): Promise<TaskView> => {
  const [view] = isUuid(taskId) ? await readTaskViews(db, scope, [taskId.toLowerCase()]) : [];
  if (!view) throw taskIdNotFound(taskId);
  return view;
};
