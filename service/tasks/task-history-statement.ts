import { statement } from '#service/database/statement.ts';
import { selectMessage } from '#service/database/stored-message.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';

/*
 * A task's history is assembled on read, from its row, its events and the data of its inspections. Nothing is stored
 * twice, so the history cannot contradict the data. The order of entries does not depend on clocks or on transactions
 * that waited for others. A task's events are numbered in order and divide its inspections into stages. An entry never
 * precedes the event that started its stage: answers follow the start, return or cancellation whose revision precedes
 * theirs. Entries with the same time are ordered by that event (`seq`), and then by kind (`rank`). $1 is the tenant, $2
 * the task, $3 its inspections, $4 the teams whose inspections the reader can see (null for all teams), $5 the reader,
 * $6 to $9 the position after which the page starts (null for the first page), and $10 the number of entries. The
 * inspections are a parameter, so that PostgreSQL always finds their answers by key, whatever its estimates.
 */

/** A page ends after this many bytes: a single edit can contain two descriptions and 400 custom properties. */
const PAGE_BYTES = 1024 * 1024;

/** Orders entries with the same time and event. */
const RANK = {
  created: 0,
  event: 1,
  answered: 2,
  conflicted: 3,
  commented: 4,
  uploaded: 5,
  completed: 6,
  followedUp: 7,
} as const;

/**
 * `nth` counts back from the latest event of the same kind and inspection, because the oldest inspections have no start
 * event. The revision is not read from edits: they have none, and their details can be large.
 */
const TASK_EVENTS = `
  select event_id, kind, user_id, inspection_id, details, details_bytes,
         case when kind <> 'edited' then (details ->> 'revision')::integer end as revision,
         kind = 'started' and details ? 'isLate' as is_late,
         greatest(subject.created_at, max(happened_at) over (order by event_id)) as at,
         row_number() over (partition by kind, inspection_id order by event_id desc) as nth
  from task_event cross join subject
  where task_event.tenant_id = $1 and task_event.task_id = $2`;

const INSPECTIONS = `
  select inspection.inspection_id, inspection.user_id, inspection.revision,
         inspection.started_revision,
         coalesce(started.event_id, 0) as started_seq, coalesce(started.at, inspection.started_at) as started_at,
         coalesce(started.is_late, false) as is_late,
         inspection.user_id = $5 or $4::uuid[] is null or inspection.team_id = any($4::uuid[]) as is_visible
  from inspection
  left join task_events as started
    on started.kind = 'started' and started.inspection_id = inspection.inspection_id and started.nth = 1
  where inspection.tenant_id = $1 and inspection.inspection_id = any($3::uuid[])`;

/** Each stage has the revisions after which it begins and ends. */
const STAGES = `
  select inspection_id, at, seq, is_late, after_revision,
         lead(after_revision) over (partition by inspection_id order by seq) as last_revision
  from (
    select inspection_id, started_at as at, started_seq as seq, is_late,
           started_revision as after_revision
    from inspections
    union all
    select inspection_id, at, event_id, kind <> 'returned', revision from task_events
    where kind in ('closed', 'returned', 'canceled')
  ) as stage_starts`;

/** `is_conflicting` is true if the answer differs from the previous one, which its author had not seen. */
const ANSWERS = `
  select inspection_id, revision, item_id, is_comment, field, device, answered_by, given_at,
         max(answered_at) over (partition by inspection_id order by revision) as answered_at,
         base_revision < lag(revision) over of_field and value is distinct from lag(value) over of_field
           and (device = lag(device) over of_field and answered_by = lag(answered_by) over of_field) is not true as is_conflicting,
         lag(revision) over of_field as other_revision
  from answer
  where tenant_id = $1 and inspection_id = any($3::uuid[])
  window of_field as (partition by inspection_id, item_id, is_comment, field order by revision)`;

/** An editing session is identified by its first revision. */
const STAGED_ANSWERS = `
  select *, max(session_start) over (
    partition by inspection_id, seq, is_comment, answered_by, device order by revision
  ) as session_id
  from (
    select answers.*, stages.seq, stages.is_late, greatest(stages.at, answers.answered_at) as at,
           case when answers.answered_at - lag(answers.answered_at) over (
             partition by answers.inspection_id, seq, is_comment, answered_by, device order by revision
           ) <= interval '15 minutes' then null else revision end as session_start
    from answers
    join stages on stages.inspection_id = answers.inspection_id and answers.revision > stages.after_revision
      and (stages.last_revision is null or answers.revision <= stages.last_revision)
  ) as staged`;

const ANSWER_SESSIONS = `
  select inspection_id, session_id, seq, is_comment, answered_by, min(at) as at,
         jsonb_build_object(
           'fields', jsonb_agg(field order by first_revision) filter (where occurrence = 1),
           'count', count(*), 'items', count(distinct item_id), 'firstRevision', min(first_revision),
           'lastRevision', max(last_revision), 'until', ${formatWireTimeSql('max(until)')}, 'device', device,
           'givenAt', ${formatWireTimeSql('min(given_at)')}, 'isLate', is_late) as details,
         sum(octet_length(field))::integer as bytes
  from (
    select inspection_id, session_id, seq, is_comment, is_late, answered_by, device, item_id, field, min(at) as at,
           max(at) as until, min(revision) as first_revision, max(revision) as last_revision,
           min(given_at) as given_at,
           row_number() over (partition by inspection_id, session_id, field order by min(revision)) as occurrence
    from staged_answers
    group by inspection_id, session_id, seq, is_comment, is_late, answered_by, device, item_id, field
  ) as fields
  group by inspection_id, session_id, seq, is_comment, is_late, answered_by, device`;

/** An upload session is identified by the time of its first upload. */
const ARRIVED_UPLOADS = `
  select *, max(session_start) over (partition by inspection_id, seq, user_id order by arrived_at, upload_id) as session_id
  from (
    select upload.inspection_id, upload.user_id, upload.item_id, field, upload_id, arrived_at,
           stage.at as stage_at, stage.seq, stage.is_late,
           case when arrived_at - lag(arrived_at) over (
             partition by upload.inspection_id, stage.seq, upload.user_id order by arrived_at, upload_id
           ) <= interval '15 minutes' then null else arrived_at end as session_start
    from upload
    join lateral (
      select at, seq, is_late from stages
      where stages.inspection_id = upload.inspection_id and stages.seq <= upload.arrived_after
      order by seq desc limit 1
    ) as stage on true
    where upload.tenant_id = $1 and upload.inspection_id = any($3::uuid[]) and upload.state = 1
  ) as staged`;

const UPLOAD_SESSIONS = `
  select inspection_id, user_id, session_id, seq, greatest(min(stage_at), session_id) as at,
         jsonb_build_object(
           'fields', jsonb_agg(field order by arrived_at, upload_id) filter (where occurrence = 1),
           'count', count(*), 'items', count(distinct item_id),
           'until', ${formatWireTimeSql('greatest(min(stage_at), max(arrived_at))')}, 'isLate', is_late) as details,
         sum(octet_length(field)) filter (where occurrence = 1) as bytes
  from (
    select *, row_number() over (
      partition by inspection_id, seq, user_id, session_id, field order by arrived_at, upload_id
    ) as occurrence
    from arrived
  ) as files
  group by inspection_id, user_id, session_id, seq, is_late`;

const CLOSINGS = `
  select completed.inspection_id, completed.completion, completed.revision, completed.completed_by as user_id,
         completed.completed_at, greatest(completed.completed_at, closed.at) as at,
         coalesce(closed.event_id, 0) as seq
  from (
    select *, row_number() over (partition by inspection_id order by completion desc) as nth
    from inspection_completion where tenant_id = $1 and inspection_id = any($3::uuid[])
  ) as completed
  left join task_events as closed
    on closed.kind = 'closed' and closed.inspection_id = completed.inspection_id and closed.nth = completed.nth`;

const selectItem = (itemId: string) => `(
  select jsonb_build_object('itemId', item_id, 'externalId', external_id, 'title', title)
  from item where item.tenant_id = $1 and item.item_id = ${itemId})`;

const selectUserName = (userId: string) =>
  `(select user_name from app_user where app_user.tenant_id = $1 and app_user.user_id = ${userId})`;

const formatTie = (inspectionId: string, number: string) =>
  `${inspectionId} || ' ' || lpad(${number}::text, 10, '0')`;

/**
 * A new kind needs a select here, a schema in the contract, a RANK and a sentence in present-task-history.ts. The
 * columns are at, seq, rank, tie (the tiebreaker), kind, user_id, inspection_id, details and bytes. Large details are
 * added only for entries on the page (COMPLETE_DETAILS).
 */
const ENTRIES = [
  `select created_at as at, 0::bigint as seq, ${RANK.created} as rank, '' as tie, 'created' as kind,
          created_by as user_id, null::uuid as inspection_id,
          jsonb_build_object('followUpOf', (
            select jsonb_build_object('inspectionId', inspection.inspection_id, 'taskId', inspection.task_id,
                                      'externalId', task.external_id, 'field', follow_up.field)
            from follow_up
            join inspection
              on inspection.tenant_id = $1 and inspection.inspection_id = follow_up.inspection_id
            left join task on task.tenant_id = $1 and task.task_id = inspection.task_id
            where follow_up.tenant_id = $1 and follow_up.task_id = $2
            limit 1
          )) as details, 0 as bytes
   from subject`,

  // Inspection starts, completions and returns come from the selects below.
  `select at, event_id, ${RANK.event}, '', kind, user_id, inspection_id, details, details_bytes from task_events
   where kind in ('edited', 'deleted', 'canceled', 'restarted', 'approved')`,

  `select started_at, started_seq, ${RANK.event}, inspection_id::text, 'started', user_id, inspection_id,
          jsonb_build_object('prefilled', started_revision, 'isLate', is_late), 0
   from inspections`,

  `select at, seq, case when is_comment then ${RANK.commented} else ${RANK.answered} end,
          ${formatTie('inspection_id', 'session_id')}, case when is_comment then 'commented' else 'answered' end,
          answered_by, inspection_id, details, bytes
   from answer_sessions`,

  `select at, seq, ${RANK.conflicted}, ${formatTie('inspection_id', 'revision')}, 'conflicted', answered_by,
          inspection_id, jsonb_build_object('revision', revision, 'other', other_revision), 0
   from staged_answers
   where is_conflicting`,

  `select at, seq, ${RANK.uploaded},
          inspection_id || ' ' || ${formatWireTimeSql('session_id')} || ' ' || user_id, 'uploaded', user_id, inspection_id, details, bytes
   from upload_sessions`,

  `select at, seq, ${RANK.completed}, ${formatTie('inspection_id', 'completion')}, 'completed', user_id, inspection_id,
          jsonb_build_object('completion', completion, 'revision', revision), 0
   from closings`,

  `select greatest(follow_up.created_at, closing.at), coalesce(closing.seq, 0), ${RANK.followedUp},
          ${formatTie('follow_up.inspection_id', 'follow_up.item_position')} || ' ' || follow_up.field, 'followedUp',
          inspections.user_id, follow_up.inspection_id,
          jsonb_build_object(
            'field', follow_up.field, 'item', ${selectItem('follow_up.item_id')}, 'taskId', follow_up.task_id,
            'error', ${selectMessage('follow_up.error')}, 'externalId', (
              select external_id from task where task.tenant_id = $1 and task.task_id = follow_up.task_id)), 0
   from inspections
   join follow_up on follow_up.tenant_id = $1 and follow_up.inspection_id = inspections.inspection_id
   left join lateral (
     select at, seq from closings
     where closings.inspection_id = follow_up.inspection_id and completed_at = follow_up.created_at
     order by completion limit 1
   ) as closing on true`,

  `select greatest(returned.returned_at, event.at), coalesce(event.event_id, 0), ${RANK.event},
          ${formatTie('returned.inspection_id', 'returned.completion')}, 'returned', returned.returned_by, returned.inspection_id,
          jsonb_build_object('completion', returned.completion), returned.fields_bytes
   from (
     select *, row_number() over (partition by inspection_id order by completion desc) as nth
     from inspection_return where tenant_id = $1 and inspection_id = any($3::uuid[])
   ) as returned
   left join task_events as event
     on event.kind = 'returned' and event.inspection_id = returned.inspection_id and event.nth = returned.nth`,
].join(`
union all
`);

/**
 * Describes only the conflicts on the page: an inspection can have 250,000. Includes a reviewer's comments only for
 * readers who can see the inspection.
 */
const COMPLETE_DETAILS = `
  case kind
    when 'conflicted' then (
      select jsonb_build_object(
        'field', answer.field, 'item', ${selectItem('answer.item_id')}, 'isComment', answer.is_comment,
        'revision', answer.revision, 'device', answer.device, 'other', jsonb_build_object(
          'revision', other.revision, 'device', other.device, 'userName', ${selectUserName('other.answered_by')}))
      from answer
      join answer as other on other.tenant_id = $1 and other.inspection_id = answer.inspection_id
                              and other.revision = (page.details ->> 'other')::integer
      where answer.tenant_id = $1 and answer.inspection_id = page.inspection_id
        and answer.revision = (page.details ->> 'revision')::integer)
    when 'returned' then (
      select page.details || jsonb_build_object(
        'comment', case when is_visible then comment end,
        'fields', case when is_visible then fields else '[]' end)
      from inspection_return
      join inspections on inspections.inspection_id = inspection_return.inspection_id
      where tenant_id = $1 and inspection_return.inspection_id = page.inspection_id
        and inspection_return.completion = (page.details ->> 'completion')::integer)
    when 'canceled' then jsonb_build_object('revision', details -> 'revision')
    when 'edited' then details
    when 'deleted' then '{}'
    when 'approved' then '{}'
    when 'restarted' then '{}'
    else details
  end`;

const ORDER = 'at, seq, rank, tie collate "C"';

/** In a page's last row, `has_next` is true if there are more entries. */
export const LIST_TASK_HISTORY = statement('list-task-history')`
  with subject as (select created_at, created_by from task where tenant_id = $1 and task_id = $2),
  task_events as materialized (${TASK_EVENTS}), inspections as materialized (${INSPECTIONS}),
  stages as materialized (${STAGES}), answers as (${ANSWERS}), staged_answers as materialized (${STAGED_ANSWERS}),
  answer_sessions as (${ANSWER_SESSIONS}), arrived as (${ARRIVED_UPLOADS}), upload_sessions as (${UPLOAD_SESSIONS}), closings as materialized (${CLOSINGS}), entries as (${ENTRIES}),
  page as (
    select *, sum(bytes) over in_order - bytes as bytes_before, lead(true, 1, false) over in_order as has_next
    from (
      select * from entries
      where $6::timestamptz is null or (${ORDER}) > ($6, $7::bigint, $8::integer, $9::text)
      order by ${ORDER} limit $10::integer + 1
    ) as following
    window in_order as (order by ${ORDER})
  )
  select at, seq, rank, tie, kind, ${selectUserName('page.user_id')} as user_name, inspection_id,
         ${COMPLETE_DETAILS} as details, has_next
  from page
  where bytes_before < ${PAGE_BYTES}
  order by ${ORDER} limit $10::integer`;
