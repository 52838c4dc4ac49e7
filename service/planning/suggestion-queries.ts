import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { OVERLAPS_PERIOD, TASK_MINUTES, WORKBOOK_JOINS } from './board-statement.ts';
import type { Appointment } from './day-schedule.ts';
import type { Coordinates } from './great-circle.ts';
import type { OpenTask } from './suggest.ts';

export type RequestedTask = OpenTask & { revision: string; state: number; dueDate: Date | null };

const SELECT_LOCATION = `
  (select json_build_object('latitude', item.latitude, 'longitude', item.longitude)
   from task_item join item on item.tenant_id = $1 and item.item_id = task_item.item_id
   where task_item.tenant_id = $1 and task_item.task_id = task.task_id
     and item.latitude is not null and item.longitude is not null
   order by task_item.position limit 1) as place`;

const REQUESTED_TASKS = statement('list-requested-tasks')`
  select task.task_id as id, task.revision::text as revision, task.state, task.team_id, ${TASK_MINUTES} as minutes,
         task.start_date, task.due_date, ${SELECT_LOCATION},
         (select coalesce(json_agg(visit), '[]') from (
            select inspection.user_id as "userId", count(distinct inspection.inspection_id) as "visitCount",
                   floor(extract(epoch from max(inspection.ended_at)) * 1000)::bigint as "lastAt"
            from task_item
            join inspection_item on inspection_item.tenant_id = $1 and inspection_item.item_id = task_item.item_id
            join inspection on inspection.tenant_id = $1 and inspection.inspection_id = inspection_item.inspection_id
            where task_item.tenant_id = $1 and task_item.task_id = task.task_id
              and inspection.state = 3 and not inspection.is_deleted
            group by inspection.user_id
          ) as visit) as "earlierInspections"
  from task ${WORKBOOK_JOINS}
  where task.tenant_id = $1 and not task.is_deleted and ($2::uuid[] is null or task.team_id = any($2::uuid[]))
    and task.task_id = any($3::uuid[])`.narrow<{
  place: Coordinates | null;
  earlierInspections: { userId: number; visitCount: number; lastAt: number }[];
}>();

const toMilliseconds = (time: Date | null): number | null => time?.getTime() ?? null;

export const readRequestedTasks = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  taskIds: readonly string[],
): Promise<Map<string, RequestedTask>> => {
  const rows = await run(db, REQUESTED_TASKS, [tenantId, teamIds, taskIds]);
  return new Map(
    rows.map(({ team_id, start_date, due_date, place, earlierInspections, ...task }) => [
      task.id,
      {
        ...task,
        teamId: team_id,
        notBefore: toMilliseconds(start_date),
        due: toMilliseconds(due_date),
        dueDate: due_date,
        location: place,
        earlierInspections: new Map(earlierInspections.map(({ userId, ...visit }) => [userId, visit])),
      },
    ]),
  );
};

const APPOINTMENTS = statement('list-appointments')`
  select task.assigned_user_id as user_id, task.task_id, task.planned_start as start, ${TASK_MINUTES} as minutes, ${SELECT_LOCATION}
  from task ${WORKBOOK_JOINS}
  where task.tenant_id = $1 and ${OVERLAPS_PERIOD} and task.assigned_user_id = any($2::bigint[])`.narrow<{
  user_id: number;
  start: Date;
  place: Coordinates | null;
}>();

export const listAppointments = async (
  db: Database,
  tenantId: number,
  { userIds, from, to }: { userIds: readonly number[]; from: Date; to: Date },
): Promise<Map<number, Appointment[]>> => {
  const rows = await run(db, APPOINTMENTS, [tenantId, userIds, from, to]);
  const appointments = rows.map(({ user_id, task_id, start, minutes, place }) => ({
    userId: user_id,
    taskId: task_id,
    start: start.getTime(),
    end: start.getTime() + minutes * 60_000,
    location: place,
  }));
  return Map.groupBy(appointments, ({ userId }) => userId);
};
