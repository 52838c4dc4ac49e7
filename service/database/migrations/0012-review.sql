-- Reviews: results stored at each completion, reviews, remarks, follow-up tasks, and the events of tasks.

-- The time zone of inspections in the team, and the language of their workbooks.
alter table team
  add column time_zone text not null default 'UTC',
  add column language text not null default 'en';

-- The user who created the task; null for the oldest tasks.
alter table task
  add column created_by bigint,
  add constraint task_created_by_fkey foreign key (tenant_id, created_by) references app_user (tenant_id, user_id);

-- The events of a task after its creation. event_id orders events of the same moment. details_bytes limits the size of
-- a page of the history.
create table task_event (
  tenant_id integer not null,
  task_id uuid not null,
  event_id bigint generated always as identity,
  kind text not null,
  happened_at timestamptz(3) not null default now(),
  user_id bigint,
  inspection_id uuid,
  details jsonb not null default '{}',
  details_bytes integer not null generated always as (octet_length(details::text)) stored,
  constraint task_event_pkey primary key (tenant_id, task_id, event_id),
  constraint task_event_task_fkey foreign key (tenant_id, task_id) references task (tenant_id, task_id),
  constraint task_event_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id),
  constraint task_event_kind_check
    check (kind in ('edited', 'deleted', 'started', 'canceled', 'restarted', 'closed', 'returned', 'approved'))
);

-- Answers up to started_revision existed when the inspection started. completion counts the completions; between two of
-- them, a reviewer has returned the inspection.
alter table inspection
  add column started_revision integer not null default 0,
  add column completion integer not null default 0,
  add column failed_count integer not null default 0,
  add column approved_at timestamptz(3),
  add column approved_by bigint,
  add constraint inspection_approved_by_fkey
    foreign key (tenant_id, approved_by) references app_user (tenant_id, user_id);
-- Indexes for lists of inspections. Such a list contains the newest inspections of everyone or of a team, a
-- workbook version or an inspector, the inspections that ended in the last days, or the few inspections that need
-- attention because they are open, have failed or are not approved yet.
create index inspection_start_index on inspection (tenant_id, started_at, inspection_id);
create index inspection_version_index on inspection (tenant_id, workbook_version_id, started_at, inspection_id);
create index inspection_team_index on inspection (tenant_id, team_id, started_at, inspection_id);
create index inspection_user_index on inspection (tenant_id, user_id, started_at, inspection_id);
create index inspection_end_index on inspection (tenant_id, ended_at, inspection_id);
create index inspection_open_index on inspection (tenant_id, started_at, inspection_id) where state = 2;
create index inspection_failed_index on inspection (tenant_id, started_at, inspection_id) where failed_count > 0;
create index inspection_unapproved_index on inspection (tenant_id, started_at, inspection_id)
  where state = 3 and approved_at is null;
create index inspection_approved_index on inspection (tenant_id, started_at, inspection_id)
  where approved_at is not null;
-- An index for filters on the time of change. Because each answer changes modified_at, a B-tree would require each
-- answer to update all of the indexes above.
create index inspection_modification_index on inspection using brin (modified_at) with (pages_per_range = 8);

-- A remark is a comment with pictures on the answer to a field. It is answered, merged and stored like an answer.
-- device and given_at are sent by the device, because it may have been offline at that time.
alter table answer
  add column is_remark boolean not null default false,
  add column device text,
  add column given_at timestamptz(3);
drop index answer_field_index;
create index answer_field_index on answer (tenant_id, inspection_id, item_id, is_remark, field, revision desc);

-- The result of an inspection at each completion: the relevant answers and the calculated values. Rows never
-- change.
create table inspection_completion (
  tenant_id integer not null,
  inspection_id uuid not null,
  completion integer not null,
  revision integer not null,
  completed_by bigint not null,
  completed_at timestamptz(3) not null default now(),
  constraint inspection_completion_pkey primary key (tenant_id, inspection_id, completion),
  constraint inspection_completion_inspection_fkey foreign key (tenant_id, inspection_id)
    references inspection (tenant_id, inspection_id),
  constraint inspection_completion_user_fkey foreign key (tenant_id, completed_by)
    references app_user (tenant_id, user_id)
);

-- An inspection has one row for each item, or a single row if it has no items. place is the position of the item,
-- or 0 without items. failures contains the paths of fields. json is used instead of jsonb because it preserves
-- the order of the fields in the workbook. The value is only read as a whole.
create table inspection_result (
  tenant_id integer not null,
  inspection_id uuid not null,
  completion integer not null,
  place integer not null,
  item_id uuid,
  answers json not null,
  remarks json not null,
  failures text[] not null,
  constraint inspection_result_pkey primary key (tenant_id, inspection_id, completion, place),
  constraint inspection_result_completion_fkey foreign key (tenant_id, inspection_id, completion)
    references inspection_completion (tenant_id, inspection_id, completion),
  constraint inspection_result_item_fkey foreign key (tenant_id, inspection_id, item_id)
    references inspection_item (tenant_id, inspection_id, item_id)
);

-- Inspections that ended before completions were stored were completed once. Their workbooks had no expressions, so the
-- result is their answers.
insert into inspection_completion (tenant_id, inspection_id, completion, revision, completed_by, completed_at)
select tenant_id, inspection_id, 1, revision, user_id, ended_at from inspection where ended_at is not null;
insert into inspection_result (tenant_id, inspection_id, completion, place, item_id, answers, remarks, failures)
select inspection.tenant_id, inspection.inspection_id, 1, coalesce(inspection_item.position, 0), inspection_item.item_id,
       coalesce(said.answers, '{}'), '{}', '{}'
from inspection
left join inspection_item
  on inspection_item.tenant_id = inspection.tenant_id and inspection_item.inspection_id = inspection.inspection_id
cross join lateral (
  select json_object_agg(field, value order by revision) as answers
  from (
    select distinct on (field) field, value, revision from answer
    where answer.tenant_id = inspection.tenant_id and answer.inspection_id = inspection.inspection_id
      and answer.item_id is not distinct from inspection_item.item_id
    order by field, revision desc
  ) as newest
  where value is not null
) as said
where inspection.ended_at is not null;
update inspection set completion = 1 where ended_at is not null;

-- Why a reviewer returned a completed inspection: a general comment, and comments on fields ([{field, itemId,
-- comment}]).
create table inspection_return (
  tenant_id integer not null,
  inspection_id uuid not null,
  completion integer not null,
  comment text,
  fields jsonb not null,
  fields_bytes integer not null generated always as (octet_length(fields::text)) stored,
  returned_by bigint not null,
  returned_at timestamptz(3) not null default now(),
  constraint inspection_return_pkey primary key (tenant_id, inspection_id, completion),
  constraint inspection_return_completion_fkey foreign key (tenant_id, inspection_id, completion)
    references inspection_completion (tenant_id, inspection_id, completion),
  constraint inspection_return_user_fkey foreign key (tenant_id, returned_by) references app_user (tenant_id, user_id)
);

-- The follow-up task of a failed field. There is one row for each field of an item (place as above), however often
-- the inspection is completed. It contains either the task or the reason why the task could not be created.
create table follow_up (
  tenant_id integer not null,
  inspection_id uuid not null,
  place integer not null,
  field text not null,
  item_id uuid,
  task_id uuid,
  obstacle text,
  created_at timestamptz(3) not null default now(),
  constraint follow_up_pkey primary key (tenant_id, inspection_id, place, field),
  constraint follow_up_inspection_fkey foreign key (tenant_id, inspection_id)
    references inspection (tenant_id, inspection_id),
  constraint follow_up_task_fkey foreign key (tenant_id, task_id) references task (tenant_id, task_id),
  constraint follow_up_task_or_obstacle_check check ((task_id is null) = (obstacle is not null))
);
-- This index is used to find the inspection for which a task was created.
create index follow_up_task_index on follow_up (tenant_id, task_id) where task_id is not null;
