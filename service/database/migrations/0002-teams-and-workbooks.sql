-- Teams and their four groups, content types and items, workbooks and their versions.

create table team (
  tenant_id integer not null,
  team_id uuid not null,
  title text not null,
  description text not null,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  constraint team_pkey primary key (tenant_id, team_id),
  constraint team_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);
-- The index is not unique: a task with an ambiguous team title is rejected (decision T7), but the teams are
-- allowed.
create index team_title_index on team (tenant_id, lower(title));

create table team_group (
  tenant_id integer not null,
  team_id uuid not null,
  kind text not null,
  group_id bigint generated always as identity,
  constraint team_group_pkey primary key (tenant_id, team_id, kind),
  constraint team_group_id_key unique (tenant_id, group_id),
  constraint team_group_team_fkey foreign key (tenant_id, team_id) references team (tenant_id, team_id),
  constraint team_group_kind_check check (kind in ('Administrators', 'Coordinators', 'Inspectors', 'Viewer'))
);

create table group_member (
  tenant_id integer not null,
  team_id uuid not null,
  kind text not null,
  user_id bigint not null,
  constraint group_member_pkey primary key (tenant_id, team_id, kind, user_id),
  constraint group_member_group_fkey foreign key (tenant_id, team_id, kind)
    references team_group (tenant_id, team_id, kind),
  constraint group_member_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
-- Every sign-in looks up the user's teams.
create index group_member_user_index on group_member (tenant_id, user_id);

create table content_type (
  tenant_id integer not null,
  content_type_id uuid not null,
  name text not null,
  constraint content_type_pkey primary key (tenant_id, content_type_id),
  constraint content_type_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);
create unique index content_type_name_key on content_type (tenant_id, lower(name));

create table item (
  tenant_id integer not null,
  item_id uuid not null,
  content_type_id uuid not null,
  external_id text not null,
  title text not null,
  address text,
  latitude double precision,
  longitude double precision,
  attributes jsonb not null default '{}',
  constraint item_pkey primary key (tenant_id, item_id),
  constraint item_external_id_key unique (tenant_id, content_type_id, external_id),
  constraint item_content_type_fkey foreign key (tenant_id, content_type_id)
    references content_type (tenant_id, content_type_id)
);

create table workbook (
  tenant_id integer not null,
  workbook_id uuid not null,
  name text not null,
  title text not null,
  content_type_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint workbook_pkey primary key (tenant_id, workbook_id),
  constraint workbook_tenant_fkey foreign key (tenant_id) references tenant (tenant_id),
  constraint workbook_content_type_fkey foreign key (tenant_id, content_type_id)
    references content_type (tenant_id, content_type_id)
);
create unique index workbook_name_key on workbook (tenant_id, lower(name));
create index workbook_title_index on workbook (tenant_id, lower(title));

create table workbook_version (
  tenant_id integer not null,
  version_id uuid not null,
  workbook_id uuid not null,
  version text not null,
  version_code integer not null,
  title text not null,
  description text,
  fields jsonb not null,
  is_published boolean not null,
  is_deleted boolean not null default false,
  deleted_at timestamptz(3),
  deleted_by bigint,
  created_at timestamptz(3) not null default now(),
  constraint workbook_version_pkey primary key (tenant_id, version_id),
  constraint workbook_version_code_key unique (tenant_id, workbook_id, version_code),
  constraint workbook_version_workbook_fkey foreign key (tenant_id, workbook_id)
    references workbook (tenant_id, workbook_id),
  constraint workbook_version_deleted_by_fkey foreign key (tenant_id, deleted_by)
    references app_user (tenant_id, user_id)
);

create table team_workbook (
  tenant_id integer not null,
  team_id uuid not null,
  workbook_id uuid not null,
  constraint team_workbook_pkey primary key (tenant_id, team_id, workbook_id),
  constraint team_workbook_team_fkey foreign key (tenant_id, team_id) references team (tenant_id, team_id),
  constraint team_workbook_workbook_fkey foreign key (tenant_id, workbook_id)
    references workbook (tenant_id, workbook_id)
);
create index team_workbook_workbook_index on team_workbook (tenant_id, workbook_id);
