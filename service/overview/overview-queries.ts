import { type Overview, overviewLimits } from '#contract/overview.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, readRow, run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { TASK_MINUTES, WORKBOOK_JOINS } from '#service/planning/board-statement.ts';
import { buildLateCause } from '#service/tasks/views/late-cause.ts';

type TeamScope = { tenantId: number; teamIds: readonly string[] };

const ASSIGNEE_COLUMN = `
  (select json_build_object('id', user_id, 'userName', user_name, 'name', name, 'surname', surname)
   from app_user where tenant_id = $1 and user_id = late.assigned_user_id) as assignee`;

const IS_LATE_CONDITION = `
  not task.is_deleted and task.state = any(array[0, 1, 2]) and task.team_id = any($2::uuid[])
  and task.due_date < now()`;

/** Open tasks are a small fraction of all tasks and have their own index. */
export const COUNT_TASKS = statement('count-tasks')`
  select count(*)::integer as open,
         (count(*) filter (where due_date < now()))::integer as late,
         (count(*) filter (where state in (0, 1) and planned_start is null))::integer as unplanned,
         (count(*) filter (where due_date >= $3 and due_date < $4))::integer as "dueThisWeek"
  from task
  where tenant_id = $1 and not is_deleted and state = any(array[0, 1, 2]) and team_id = any($2::uuid[])`;

export const countTasks = (db: Database, { tenantId, teamIds }: TeamScope, week: { from: Date; to: Date }) =>
  readRow(db, COUNT_TASKS, [tenantId, teamIds, week.from, week.to]);

export const LIST_OLDEST_LATE = statement('list-oldest-late')`
  select late.id, late.title, late."teamId", late."dueDate", late."lateCause", ${ASSIGNEE_COLUMN}
  from (
    select task_id as id, title, team_id as "teamId", assigned_user_id, ${formatWireTimeSql('due_date')} as "dueDate",
           due_date, ${buildLateCause('$1')} as "lateCause"
    from task where task.tenant_id = $1 and ${IS_LATE_CONDITION}
    order by due_date, task_id limit ${overviewLimits.oldestLate}
  ) as late
  order by late.due_date, late.id`.narrow<
  Pick<Overview['oldestLate'][number], 'dueDate' | 'lateCause' | 'assignee'>
>();

export const listLongestLateTasks = (db: Database, { tenantId, teamIds }: TeamScope) =>
  run(db, LIST_OLDEST_LATE, [tenantId, teamIds]);

export const COUNT_LATE_BY_ASSIGNEE = statement('count-late-by-assignee')`
  select ${ASSIGNEE_COLUMN}, late.causes
  from (
    select assigned_user_id, sum(count) as total,
           json_agg(json_build_object('cause', cause, 'count', count) order by count desc, cause) as causes
    from (
      select task.assigned_user_id, ${buildLateCause('$1')} as cause, count(*)::integer as count
      from task where task.tenant_id = $1 and ${IS_LATE_CONDITION} group by 1, 2
    ) as counted
    group by assigned_user_id
    order by total desc, assigned_user_id nulls first limit ${overviewLimits.people}
  ) as late
  order by late.total desc, late.assigned_user_id nulls first`.narrow<Overview['lateByAssignee'][number]>();

export const countLateByAssignee = (db: Database, { tenantId, teamIds }: TeamScope) =>
  run(db, COUNT_LATE_BY_ASSIGNEE, [tenantId, teamIds]);

/** `week` is the index of the week. `$3` contains the start of each week and the end of the last. */
const COUNT_COMPLETED_INSPECTIONS = statement('count-completed-inspections')`
  select width_bucket(inspection.ended_at, $3::timestamptz[]) - 1 as week, inspection.team_id as "teamId",
         count(*)::integer as done,
         (count(*) filter (where not exists (
            select from inspection_return
            where inspection_return.tenant_id = $1 and inspection_return.inspection_id = inspection.inspection_id
          )))::integer as "firstTimeRight"
  from inspection
  where inspection.tenant_id = $1 and not inspection.is_deleted and inspection.state = 3
    and inspection.team_id = any($2::uuid[])
    and inspection.ended_at >= ($3::timestamptz[])[1]
    and inspection.ended_at < ($3::timestamptz[])[array_upper($3::timestamptz[], 1)]
  group by 1, 2 order by 1, 2`;

export type CompletedInspectionCount = RowOf<typeof COUNT_COMPLETED_INSPECTIONS>;

export const countCompletedInspections = (
  db: Database,
  { tenantId, teamIds }: TeamScope,
  weekStarts: readonly Date[],
) => run(db, COUNT_COMPLETED_INSPECTIONS, [tenantId, teamIds, weekStarts]);

/**
 * `$3` is the same as in COUNT_COMPLETED_INSPECTIONS. `in` looks people up in a hash table; `any` would compare each task
 * with 500 people.
 */
export const SUM_PLANNED_MINUTES = statement('sum-planned-minutes')`
  select task.assigned_user_id as id, width_bucket(task.planned_start, $3::timestamptz[]) - 1 as week,
         sum(${TASK_MINUTES}) as minutes
  from task ${WORKBOOK_JOINS}
  where task.tenant_id = $1 and not task.is_deleted and task.state in (1, 2, 3)
    and task.assigned_user_id in (select unnest($2::bigint[]))
    and task.planned_start >= ($3::timestamptz[])[1]
    and task.planned_start < ($3::timestamptz[])[array_upper($3::timestamptz[], 1)]
  group by 1, 2`;

export const sumPlannedMinutes = async (
  db: Database,
  { tenantId, userIds }: { tenantId: number; userIds: readonly number[] },
  weekStarts: readonly Date[],
): Promise<(userId: number, week: number) => number> => {
  const rows = await run(db, SUM_PLANNED_MINUTES, [tenantId, userIds, weekStarts]);
  const minutesByKey = new Map(rows.map(({ id, week, minutes }) => [`${id} ${week}`, minutes]));
  return (userId, week) => minutesByKey.get(`${userId} ${week}`) ?? 0;
};
