-- Saved views: the filters, sort order and columns of a screen, under a name.

create table saved_view (
  tenant_id integer not null,
  view_id uuid not null,
  owner_id bigint not null,
  kind text not null,
  name text not null,
  query jsonb not null,
  -- The team whose members also see the view; null if only the owner sees it.
  team_id uuid,
  revision integer not null default 1,
  constraint saved_view_pkey primary key (tenant_id, view_id),
  constraint saved_view_owner_fkey foreign key (tenant_id, owner_id) references app_user (tenant_id, user_id),
  constraint saved_view_team_fkey foreign key (tenant_id, team_id) references team (tenant_id, team_id)
);
create index saved_view_owner_index on saved_view (tenant_id, owner_id);
create index saved_view_team_index on saved_view (tenant_id, team_id) where team_id is not null;
