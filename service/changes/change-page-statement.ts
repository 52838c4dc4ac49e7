import { wireTime } from '#service/database/wire-time.ts';
import { VERSION_BITS } from './change-token.ts';
import { VERSION_MASK } from './reader-floor.ts';

/*
 * One page of the feed in one statement, the JSON of its rows included: PostgreSQL writes 500 rows as one text faster
 * than they can be sent apart, parsed and written again.
 *
 * $1 tenant, $2 position of the token as text, null for the end of the feed, $3 user id, $4 page size, and for a reader
 * of certain teams $5 their ids.
 */

/**
 * Where the page starts. A token at or below the reader's floor starts over; one beyond the head, or of an epoch that
 * ended below it, belongs to a history that is gone and starts over too.
 */
const FROM = `
  reader as materialized (
    select coalesce((select floor from feed_reader where tenant_id = $1 and user_id = $3), 0) as floor
  ), given as materialized (
    select reader.floor, feed_counter.epoch, feed_counter.version as head,
           coalesce($2::bigint >> ${VERSION_BITS}, feed_counter.epoch) as token_epoch,
           case when $2::bigint is null then feed_counter.version
                when $2::bigint <= reader.floor then 0
                else ($2::bigint & ${VERSION_MASK}) - (reader.floor & ${VERSION_MASK}) end as version
    from reader, feed_counter where feed_counter.tenant_id = $1
  ), origin as materialized (
    select given.floor, given.epoch, given.version > given.head or given.token_epoch > given.epoch as ahead,
           case when given.version > given.head or given.token_epoch > given.epoch then 0
                when given.version > coalesce((
                  select base_version from feed_epoch
                  where tenant_id = $1 and epoch > given.token_epoch order by epoch limit 1
                ), given.version) then 0
                else given.version end as version
    from given
  )`;

/** The whole tenant: the feed's index alone decides what is on the page. */
const TENANT_PAGE = {
  newer: `
    select feed.kind, feed.entity_id, feed.version, true as visible
    from feed where feed.tenant_id = $1 and feed.version > (select version from origin)
    order by feed.version limit $4`,
  latest: `
    select feed.kind, feed.entity_id, feed.version, true as visible
    from feed where feed.tenant_id = $1 order by feed.version desc limit 1`,
};

/** Certain teams: what is theirs, and as a bare tombstone what once was (decision C13). */
const TEAM_ROWS = `
  select feed.kind, feed.entity_id, feed.version, coalesce(task.team_id, inspection.team_id) = any($5::uuid[]) as visible
  from feed
  left join task on feed.kind = 0 and task.tenant_id = $1 and task.task_id = feed.entity_id
  left join inspection on feed.kind = 1 and inspection.tenant_id = $1 and inspection.inspection_id = feed.entity_id
  where feed.tenant_id = $1
    and (coalesce(task.team_id, inspection.team_id) = any($5::uuid[])
         or exists (select from task_former_team as former
                    where former.tenant_id = $1 and former.task_id = feed.entity_id and former.team_id = any($5::uuid[])))`;
const TEAM_PAGE = {
  newer: `${TEAM_ROWS} and feed.version > (select version from origin) order by feed.version limit $4`,
  latest: `${TEAM_ROWS} order by feed.version desc limit 1`,
};

/** A change entry, members in the order of the contract (Change entry). */
const ENTRY = `
  select shown.entity_id as "id",
         coalesce(task.inspection_id, inspection.inspection_id) as "inspectionId",
         coalesce(task.external_id, shown.entity_id::text) as "externalId",
         coalesce(task.title, workbook_version.title) as "title",
         workbook_version.version_id as "workbookId",
         workbook_version.title as "workbookTitle",
         workbook_version.version_code as "workbookVersionCode",
         app_user.user_id as "assignedUserId",
         app_user.user_name as "assignedUserName",
         task.description as "description",
         ${wireTime('task.start_date')} as "startDate",
         ${wireTime('task.due_date')} as "dueDate",
         coalesce(task.state, inspection.state) as "state",
         coalesce(task.is_self_assignable, false) as "isSelfAssignable",
         team.team_id as "workAreaId",
         team.title as "workAreaTitle",
         true as "isPublished",
         ${wireTime('coalesce(task.actual_start, inspection.started_at)')} as "actualStart",
         ${wireTime('coalesce(task.actual_end, inspection.ended_at)')} as "actualEnd",
         ${wireTime('coalesce(task.sent_date, inspection.sent_at)')} as "sentDate",
         shown.kind = 0 as "hasTask",
         ${wireTime('coalesce(task.modified_at, inspection.modified_at)')} as "lastModificationTime",
         task.items_to_inspect as "inspectedItems",
         coalesce(task.is_deleted, inspection.is_deleted) as "isDeleted"`;

/** A row that left the reader's teams: nothing but its identity (decision C13). */
const LEFT_ENTRY = `
  select shown.entity_id as "id", null as "inspectionId",
         coalesce(task.external_id, shown.entity_id::text) as "externalId", null as "title", null as "workbookId",
         null as "workbookTitle", null as "workbookVersionCode", null as "assignedUserId", null as "assignedUserName",
         null as "description", null as "startDate", null as "dueDate", null as "state", null as "isSelfAssignable",
         null as "workAreaId", null as "workAreaTitle", null as "isPublished", null as "actualStart",
         null as "actualEnd", null as "sentDate", shown.kind = 0 as "hasTask", null as "lastModificationTime",
         null as "inspectedItems", true as "isDeleted"`;

const asJson = (entry: string) => `(select row_to_json(entry)::text from (${entry}) as entry)`;

/**
 * NOTE: the limits in the joins of task and inspection keep PostgreSQL from hashing the whole table for 500 rows, which
 * it prefers up to some 100,000 tasks (12 ms a page instead of 5).
 */
const pageStatement = ({ newer, latest }: { newer: string; latest: string }, entry: string) => `
  with ${FROM}, newer as (${newer}), shown as (
    select * from newer
    union all
    (select * from (${latest}) as latest where not exists (select from newer))
  ), page as (
    select count(*)::integer as size, coalesce(max(shown.version), 0) as last,
           coalesce(string_agg(${entry}, ',' order by shown.version), '') as entries
    from shown
    left join lateral (
      select * from task where task.tenant_id = $1 and task.task_id = shown.entity_id limit 1
    ) as task on shown.kind = 0
    left join lateral (
      select * from inspection where inspection.tenant_id = $1 and inspection.inspection_id = shown.entity_id limit 1
    ) as inspection on shown.kind = 1
    join workbook_version on workbook_version.tenant_id = $1
      and workbook_version.version_id = coalesce(task.workbook_version_id, inspection.workbook_version_id)
    join team on team.tenant_id = $1 and team.team_id = coalesce(task.team_id, inspection.team_id)
    left join app_user on app_user.tenant_id = $1
      and app_user.user_id = coalesce(task.assigned_user_id, inspection.user_id)
  )
  select page.size, page.entries, origin.ahead,
         page.last > origin.version as is_newer,
         case when page.last = 0 then origin.floor
              else (origin.epoch::bigint << ${VERSION_BITS}) + page.last + (origin.floor & ${VERSION_MASK}) end::text
           as position,
         exists (select from feed_pending where tenant_id = $1) as has_pending
  from page, origin`;

export const TENANT_PAGE_STATEMENT = pageStatement(TENANT_PAGE, asJson(ENTRY));
export const TEAM_PAGE_STATEMENT = pageStatement(
  TEAM_PAGE,
  `case when shown.visible then ${asJson(ENTRY)} else ${asJson(LEFT_ENTRY)} end`,
);
