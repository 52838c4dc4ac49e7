-- Tasks and inspections. state: New 0, Assigned 1, Active 2, Closed 3, Canceled 4 (decision C10).

create table task (
  tenant_id integer not null,
  task_id uuid not null,
  external_id text not null,
  title text not null,
  description text,
  team_id uuid not null,
  workbook_version_id uuid not null,
  assigned_user_id bigint,
  start_date timestamptz(3),
  due_date timestamptz(3),
  items_to_inspect text[],
  custom_properties jsonb not null default '{}',
  state smallint not null,
  is_self_assignable boolean not null default false,
  inspection_id uuid,
  actual_start timestamptz(3),
  actual_end timestamptz(3),
  sent_date timestamptz(3),
  is_deleted boolean not null default false,
  created_at timestamptz(3) not null default now(),
  modified_at timestamptz(3) not null default now(),
  constraint task_pkey primary key (tenant_id, task_id),
  constraint task_team_fkey foreign key (tenant_id, team_id) references team (tenant_id, team_id),
  constraint task_workbook_version_fkey foreign key (tenant_id, workbook_version_id)
    references workbook_version (tenant_id, version_id),
  constraint task_assigned_user_fkey foreign key (tenant_id, assigned_user_id)
    references app_user (tenant_id, user_id),
  constraint task_state_check check (state between 0 and 4),
  constraint task_new_has_no_user_check check ((state = 0) = (assigned_user_id is null)),
  constraint task_active_has_inspection_check check ((state in (2, 3, 4)) = (inspection_id is not null))
);
-- A deleted task releases its external ID (decision T5).
create unique index task_external_id_key on task (tenant_id, external_id) where not is_deleted;
-- The default order of lists (decision O6).
create index task_creation_index on task (tenant_id, created_at, task_id);
-- The team list counts active tasks.
create index task_active_team_index on task (tenant_id, team_id) where state = 2 and not is_deleted;

-- The items of a task that were found. task.items_to_inspect contains the items as they were sent (decision T9).
create table task_item (
  tenant_id integer not null,
  task_id uuid not null,
  item_id uuid not null,
  position integer not null,
  constraint task_item_pkey primary key (tenant_id, task_id, item_id),
  constraint task_item_task_fkey foreign key (tenant_id, task_id) references task (tenant_id, task_id),
  constraint task_item_item_fkey foreign key (tenant_id, item_id) references item (tenant_id, item_id)
);

-- The earlier teams of a task. Readers in these teams receive a tombstone (decision C13).
create table task_former_team (
  tenant_id integer not null,
  task_id uuid not null,
  team_id uuid not null,
  constraint task_former_team_pkey primary key (tenant_id, task_id, team_id),
  constraint task_former_team_task_fkey foreign key (tenant_id, task_id) references task (tenant_id, task_id),
  constraint task_former_team_team_fkey foreign key (tenant_id, team_id) references team (tenant_id, team_id)
);

-- state is Active (2) or Closed (3). Whether an inspection was cancelled is stored in its task, which refers to
-- the current inspection. revision counts the answers across all fields.
create table inspection (
  tenant_id integer not null,
  inspection_id uuid not null,
  task_id uuid,
  workbook_version_id uuid not null,
  team_id uuid not null,
  user_id bigint not null,
  state smallint not null,
  revision integer not null default 0,
  prefill jsonb not null,
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  sent_at timestamptz(3),
  is_deleted boolean not null default false,
  modified_at timestamptz(3) not null default now(),
  constraint inspection_pkey primary key (tenant_id, inspection_id),
  constraint inspection_task_fkey foreign key (tenant_id, task_id) references task (tenant_id, task_id),
  constraint inspection_workbook_version_fkey foreign key (tenant_id, workbook_version_id)
    references workbook_version (tenant_id, version_id),
  constraint inspection_team_fkey foreign key (tenant_id, team_id) references team (tenant_id, team_id),
  constraint inspection_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id),
  constraint inspection_state_check check (state in (2, 3))
);
create index inspection_task_index on inspection (tenant_id, task_id);

create table inspection_item (
  tenant_id integer not null,
  inspection_id uuid not null,
  item_id uuid not null,
  position integer not null,
  constraint inspection_item_pkey primary key (tenant_id, inspection_id, item_id),
  constraint inspection_item_inspection_fkey foreign key (tenant_id, inspection_id)
    references inspection (tenant_id, inspection_id),
  constraint inspection_item_item_fkey foreign key (tenant_id, item_id) references item (tenant_id, item_id)
);

-- All answers that were ever given. Rows never change: the newest revision of a field is its current answer, and a
-- null value clears the answer. item_id is null for the answers of an inspection without items.
create table answer (
  tenant_id integer not null,
  inspection_id uuid not null,
  revision integer not null,
  item_id uuid,
  field text not null,
  value jsonb,
  base_revision integer,
  answered_by bigint not null,
  answered_at timestamptz(3) not null default now(),
  constraint answer_pkey primary key (tenant_id, inspection_id, revision),
  constraint answer_inspection_fkey foreign key (tenant_id, inspection_id)
    references inspection (tenant_id, inspection_id),
  constraint answer_item_fkey foreign key (tenant_id, inspection_id, item_id)
    references inspection_item (tenant_id, inspection_id, item_id),
  constraint answer_user_fkey foreign key (tenant_id, answered_by) references app_user (tenant_id, user_id)
);
create index answer_field_index on answer (tenant_id, inspection_id, item_id, field, revision desc);
