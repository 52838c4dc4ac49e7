-- The change feed: pending rows are left by writers, positions are given after commit, on read.
-- The reasoning stands in service/changes/record-change.ts. kind: task 0, inspection 1.

create table feed_pending (
  tenant_id integer not null,
  seq bigint generated always as identity,
  kind smallint not null,
  entity_id uuid not null,
  constraint feed_pending_pkey primary key (tenant_id, seq)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- feed_version_key is a tripwire: a counter set back by mistake becomes an error, not a lost change.
create table feed (
  tenant_id integer not null,
  kind smallint not null,
  entity_id uuid not null,
  version bigint not null,
  constraint feed_pkey primary key (tenant_id, kind, entity_id),
  constraint feed_version_key unique (tenant_id, version)
);

-- version counts the tenant's changes; epoch is the history they belong to (see service/changes/feed-history.ts).
create table feed_counter (
  tenant_id integer not null,
  epoch integer not null,
  version bigint not null,
  constraint feed_counter_pkey primary key (tenant_id),
  constraint feed_counter_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);

-- One row each time the database's history may have branched: a token of an older epoch that lies above base_version
-- has seen a history that no longer exists (decision C6).
create table feed_epoch (
  tenant_id integer not null,
  epoch integer not null,
  base_version bigint not null,
  created_at timestamptz(3) not null default now(),
  constraint feed_epoch_pkey primary key (tenant_id, epoch),
  constraint feed_epoch_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);

-- Change tokens at or below floor were handed out before the reader's roles or teams last changed: they are served
-- from the start (decision C13, see service/changes/reader-floor.ts). No row: floor 0.
create table feed_reader (
  tenant_id integer not null,
  user_id bigint not null,
  floor bigint not null,
  constraint feed_reader_pkey primary key (tenant_id, user_id),
  constraint feed_reader_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);

-- Which database this is, as it was last seen. Another cluster, timeline or oid means a restore or a promotion.
create table database_identity (
  only_row boolean not null default true,
  epoch integer not null,
  system_identifier text not null,
  timeline integer not null,
  database_oid bigint not null,
  constraint database_identity_pkey primary key (only_row),
  constraint database_identity_only_row_check check (only_row)
);

-- Gives the next positions to at most batch_size pending rows of one tenant and returns how many it took.
-- Rows are deleted by a range of seq: a plan that was cached while the queue was empty made a join take 1.6 s a page.
create function number_pending_changes(for_tenant integer, batch_size integer) returns integer
language plpgsql
set lock_timeout = '2s'
as $$
declare
  last_version bigint;
  upper_seq bigint;
  taken integer;
begin
  select version into last_version from feed_counter where tenant_id = for_tenant for update;
  if not found then
    return 0;
  end if;

  select max(seq) into upper_seq from (
    select seq from feed_pending where tenant_id = for_tenant order by seq limit batch_size
  ) as batch;
  if upper_seq is null then
    return 0;
  end if;

  with drained as (
    delete from feed_pending where tenant_id = for_tenant and seq <= upper_seq returning kind, entity_id, seq
  ), changed as (
    select kind, entity_id, row_number() over (order by max(seq)) as rank from drained group by kind, entity_id
  ), numbered as (
    insert into feed (tenant_id, kind, entity_id, version)
    select for_tenant, kind, entity_id, last_version + rank from changed
    on conflict on constraint feed_pkey do update set version = excluded.version
    returning version
  )
  select (select count(*) from drained), (select max(version) from numbered) into taken, last_version;

  update feed_counter set version = last_version where tenant_id = for_tenant;
  return taken;
end
$$;

-- Answers to repeated requests (decision T5): the first answer is given again for a day.
create table idempotency (
  tenant_id integer not null,
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  answer text not null,
  created_at timestamptz(3) not null default now(),
  constraint idempotency_pkey primary key (tenant_id, user_id, key),
  constraint idempotency_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index idempotency_age_index on idempotency (created_at);
