import { DEFAULT_MINUTES } from '#contract/minutes.ts';
import { formatStateNameSql } from '#service/changes/state-name.ts';
import { statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { FIELD_COLUMNS } from '#service/tasks/field-columns.ts';

/** `task` and `workbook` must be joined. */
export const TASK_MINUTES = `coalesce(task.planned_minutes, workbook.expected_minutes, ${DEFAULT_MINUTES})`;

/** Bounds the index scan: a task that overlaps a period starts at most this long before it. */
const MAX_TASK_DURATION = `interval '20160 minutes'`;

export const WORKBOOK_JOINS = `
      join workbook_version on workbook_version.tenant_id = $1 and workbook_version.version_id = task.workbook_version_id
      join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id`;

/** The period is from $3 to $4. */
export const OVERLAPS_PERIOD = `
        not task.is_deleted and task.state <> 4
        and task.planned_start > $3::timestamptz - ${MAX_TASK_DURATION} and task.planned_start < $4::timestamptz
        and task.planned_start + make_interval(mins => ${TASK_MINUTES}) > $3::timestamptz`;

const CHOICE_COLUMNS = FIELD_COLUMNS.map(({ name, field, column }) =>
  field.kind === 'choice' ? `, planned.${column} as "${name}"` : '',
).join('');

/** Parameters: $1 tenant, $2 teams, $3 and $4 period, $5 limit. */
export const BOARD_TASKS = statement('list-board-tasks')`
  select count(*)::integer as size, coalesce(json_agg(board_task order by board_task."plannedStart", board_task.id), '[]')::text as tasks
  from (
    select planned.task_id as id, planned.revision::text as revision, planned.title, ${formatStateNameSql('planned.state')} as state,
           planned.team_id as "teamId", planned.workbook_title as "workbookTitle",
           planned.assigned_user_id as "assigneeId", ${formatWireTimeSql('planned.planned_start')} as "plannedStart",
           planned.minutes, planned.planned_minutes as "plannedMinutes", ${formatWireTimeSql('planned.start_date')} as "startDate", ${formatWireTimeSql('planned.due_date')} as "dueDate",
           planned.state in (0, 1, 2) and coalesce(planned.due_date < now(), false) as "isLate",
           case when item.latitude is not null and item.longitude is not null
                then json_build_object('latitude', item.latitude, 'longitude', item.longitude) end as location,
           item.title as "itemTitle"${CHOICE_COLUMNS}
    from (
      select task.*, ${TASK_MINUTES} as minutes, workbook_version.title as workbook_title
      from task ${WORKBOOK_JOINS}
      where task.tenant_id = $1 and ${OVERLAPS_PERIOD} and task.team_id = any($2::uuid[])
      order by task.planned_start, task.task_id limit $5
    ) as planned
    left join lateral (
      select item.title, item.latitude, item.longitude from task_item
      join item on item.tenant_id = $1 and item.item_id = task_item.item_id
      where task_item.tenant_id = $1 and task_item.task_id = planned.task_id
      order by task_item.position limit 1
    ) as item on true
  ) as board_task`;

/**
 * Of people's tasks in teams that are not on the board, the planner may see only the times. Parameters: as for
 * BOARD_TASKS, and $6 people. `in` looks them up in a hash table; `any` would compare each task with 500 people.
 */
export const BUSY_TIMES = statement('list-busy-times')`
  select count(*)::integer as size,
         coalesce(json_agg(busy_time order by busy_time."plannedStart", busy_time."userId"), '[]')::text as times
  from (
    select task.assigned_user_id as "userId", ${formatWireTimeSql('task.planned_start')} as "plannedStart", ${TASK_MINUTES} as minutes
    from task ${WORKBOOK_JOINS}
    where task.tenant_id = $1 and ${OVERLAPS_PERIOD} and task.assigned_user_id in (select unnest($6::bigint[]))
      and task.team_id not in (select unnest($2::uuid[]))
    order by task.planned_start, task.task_id limit $5
  ) as busy_time`;
