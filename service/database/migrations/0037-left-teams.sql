-- A reader of the change feed receives tombstones for entities that it has read and may no longer see (decision
-- C13). service/changes/reader-floor.ts explains why.

-- reads_all and reads_teams: whether the reader may have read everything, or only certain teams, since its
-- permissions last changed. read_all_until: the position up to which it may have read everything before that
-- change, or 0.
alter table feed_reader
  add column reads_all boolean not null default false,
  add column reads_teams uuid[] not null default '{}',
  add column read_all_until bigint not null default 0;

-- The position up to which the reader may have read a team before its permissions last changed.
create table feed_reader_team (
  tenant_id integer not null,
  user_id bigint not null,
  team_id uuid not null,
  read_until bigint not null,
  constraint feed_reader_team_pkey primary key (tenant_id, user_id, team_id),
  constraint feed_reader_team_reader_fkey foreign key (tenant_id, user_id) references feed_reader (tenant_id, user_id)
);

-- The position of the feed when the task left the team for the first time; 0 before this migration.
alter table task_former_team add column left_position bigint not null default 0;

-- Everyone with the permission to read the feed is recorded as a reader, because they may have read it already.
insert into feed_reader (tenant_id, user_id, floor, reads_all, reads_teams)
select user_role.tenant_id, user_role.user_id, 0, bool_or(role.is_tenant_wide),
       array(select distinct team_id from group_member
             where group_member.tenant_id = user_role.tenant_id and group_member.user_id = user_role.user_id)
from user_role
join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
where 'Changes.Read' = any(role.permissions)
group by user_role.tenant_id, user_role.user_id
on conflict on constraint feed_reader_pkey
do update set reads_all = excluded.reads_all, reads_teams = excluded.reads_teams;
