import { ASSIGNABLE_GROUPS } from '#contract/team.ts';
import { WORK_BYTES, type WorkItem } from '#contract/work.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { LOWEST_ID } from '#service/http/cursor.ts';
import type { Actor, Scope } from '#service/identity/actor.ts';

/** $1 tenant, $2 user, $3 teams in the scope, $4 the last task of the previous page, $5 limit, $6 inspecting groups. */
export const LIST_WORK = statement('list-work')`
  select task_id from (
    (select task_id from task
     where tenant_id = $1 and assigned_user_id = $2 and state in (1, 2) and not is_deleted and task_id > $4
       and ($3::uuid[] is null or team_id = any($3::uuid[]))
     order by task_id limit $5::integer)
    union all
    select offered.task_id
    from (
      select distinct team_id from group_member
      where tenant_id = $1 and user_id = $2 and kind = any($6::text[])
        and ($3::uuid[] is null or team_id = any($3::uuid[]))
    ) as team
    cross join lateral (
      select task_id from task
      where tenant_id = $1 and team_id = team.team_id and state = 0 and not is_deleted and task_id > $4
      order by task_id limit $5::integer
    ) as offered
  ) as work
  order by task_id limit $5::integer`.narrow<{ task_id: string }>();

/** Lists the IDs of a user's tasks and of the unassigned tasks of their teams, in order. */
export const listWorkIds = async (
  db: Database,
  { userId }: Actor,
  { tenantId, teamIds }: Scope,
  { after, max }: { after: string | undefined; max: number },
): Promise<string[]> => {
  const values = [tenantId, userId, teamIds, after ?? LOWEST_ID, max, ASSIGNABLE_GROUPS];
  return (await run(db, LIST_WORK, values)).map(({ task_id }) => task_id);
};

const LIST_TEAM_LOCALES = statement('list-team-locales')`
  select team_id, time_zone as "timeZone", language from team where tenant_id = $1 and team_id = any($2::uuid[])`;

/** A device needs a team's time zone and language to start inspections offline. */
export const readTeamLocales = async (
  db: Database,
  tenantId: number,
  teamIds: readonly string[],
): Promise<Map<string, { timeZone: string; language: string }>> => {
  const rows = await run(db, LIST_TEAM_LOCALES, [tenantId, teamIds]);
  return new Map(rows.map(({ team_id, ...locale }) => [team_id, locale]));
};

const FIND_OWN_INSPECTIONS = statement('find-own-inspections')`
  select distinct on (inspection.task_id) inspection.task_id, inspection.inspection_id
  from inspection
  join task on task.tenant_id = $1 and task.task_id = inspection.task_id
  where inspection.tenant_id = $1 and inspection.task_id = any($2::uuid[]) and inspection.user_id = $3
    and not inspection.is_deleted
  order by inspection.task_id, (task.inspection_id is not distinct from inspection.inspection_id) desc,
           inspection.started_at desc, inspection.inspection_id desc`.narrow<{ task_id: string }>();

/** Finds the task's current inspection or, if it is not the user's, the user's latest inspection of the task. */
export const findOwnInspections = async (
  db: Database,
  { tenantId, userId }: Actor,
  taskIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await run(db, FIND_OWN_INSPECTIONS, [tenantId, taskIds, userId]);
  return new Map(rows.map(({ task_id, inspection_id }) => [task_id, inspection_id]));
};

type ItemRow = WorkItem & { task_id: string; is_truncated: boolean };

/**
 * Selects the items of tasks ($2), each with its latest result from another task in the scope ($3). For each item and
 * workbook, the latest two inspections are looked up once, no matter how many of the tasks include the item. The
 * `limit`s force lookups by key: PostgreSQL expects few items and would otherwise compare each of a thousand items
 * with a thousand rows.
 */
const LIST_WORK_ITEMS = statement('list-work-items')`
  with listed_item as (
    select listed.task_id, listed.position, item.*, previous.*,
           sum(octet_length(item.attributes::text)) over of_task as attribute_bytes,
           sum(octet_length(previous.answers::text) + octet_length(previous.comments::text)) over of_task as previous_bytes
    from (
      select version.workbook_id, task_item.item_id, array_agg(task.task_id) as task_ids,
             array_agg(task_item.position) as positions,
             array(select version_id from workbook_version
                   where tenant_id = $1 and workbook_id = version.workbook_id) as version_ids
      from task
      join workbook_version as version on version.tenant_id = $1 and version.version_id = task.workbook_version_id
      join task_item on task_item.tenant_id = $1 and task_item.task_id = task.task_id
      where task.tenant_id = $1 and task.task_id = any($2::uuid[])
      group by version.workbook_id, task_item.item_id
    ) as requested
    cross join lateral (
      select array_agg(inspection_id) as inspection_ids, array_agg(task_id) as task_ids
      from (
        select inspection.inspection_id, inspection.task_id
        from inspection_item
        join inspection on inspection.tenant_id = $1 and inspection.inspection_id = inspection_item.inspection_id
          and inspection.state = 3 and not inspection.is_deleted
          and ($3::uuid[] is null or inspection.team_id = any($3::uuid[]))
          and inspection.workbook_version_id = any(requested.version_ids)
        where inspection_item.tenant_id = $1 and inspection_item.item_id = requested.item_id
        order by inspection.ended_at desc, inspection.inspection_id desc limit 2
      ) as completed
    ) as latest
    cross join lateral unnest(requested.task_ids, requested.positions) as listed (task_id, position)
    cross join lateral (
      select item_id, external_id, title, address, latitude, longitude, attributes from item
      where tenant_id = $1 and item.item_id = requested.item_id limit 1
    ) as item
    left join lateral (
      select inspection.inspection_id, inspection.ended_at, inspection.workbook_version_id, app_user.user_name,
             app_user.name, app_user.surname, result.answers, result.comments, result.failures
      from inspection
      join inspection_item on inspection_item.tenant_id = $1 and inspection_item.item_id = requested.item_id
        and inspection_item.inspection_id = inspection.inspection_id
      join inspection_result as result on result.tenant_id = $1 and result.inspection_id = inspection.inspection_id
        and result.completion = inspection.completion and result.item_position = inspection_item.position
      join app_user on app_user.tenant_id = $1 and app_user.user_id = inspection.user_id
      where inspection.tenant_id = $1 and inspection.inspection_id = case
        when latest.task_ids[1] is distinct from listed.task_id then latest.inspection_ids[1]
        else latest.inspection_ids[2] end
      limit 1
    ) as previous on true
    window of_task as (partition by listed.task_id order by listed.position)
  )
  select task_id, item_id as id, external_id as "externalId", title, address,
         case when latitude is not null then json_build_object('latitude', latitude, 'longitude', longitude) end as location,
         case when attribute_bytes <= ${WORK_BYTES} then attributes else '{}' end as attributes,
         case when answers is not null and previous_bytes <= ${WORK_BYTES} then json_build_object(
           'inspectionId', inspection_id, 'completedAt', ${formatWireTimeSql('ended_at')}, 'userName', user_name,
           'name', name, 'surname', surname, 'versionId', workbook_version_id, 'answers', answers,
           'comments', comments, 'failures', failures
         ) end as "previousInspection",
         attribute_bytes > ${WORK_BYTES} or answers is not null and previous_bytes > ${WORK_BYTES} as is_truncated
  from listed_item
  order by task_id, position`.narrow<ItemRow>();

type WorkItems = { items: WorkItem[]; isTruncated: boolean };

export const listWorkItems = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  taskIds: readonly string[],
): Promise<Map<string, WorkItems>> => {
  const workItemsByTask = new Map<string, WorkItems>(
    taskIds.map((id) => [id, { items: [], isTruncated: false }]),
  );
  const rows = await run(db, LIST_WORK_ITEMS, [tenantId, taskIds, teamIds]);
  for (const { task_id, is_truncated, ...item } of rows) {
    const work = workItemsByTask.get(task_id)!;
    work.items.push(item);
    work.isTruncated ||= is_truncated;
  }
  return workItemsByTask;
};
