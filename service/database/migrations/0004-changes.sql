-- The change feed: writers add pending rows, which get their positions after the commit, when the feed is read.
-- service/changes/record-change.ts explains the reasons. kind is 0 for a task and 1 for an inspection.

create table feed_pending (
  tenant_id integer not null,
  seq bigint generated always as identity,
  kind smallint not null,
  entity_id uuid not null,
  constraint feed_pending_pkey primary key (tenant_id, seq)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- feed_version_key is a safeguard: if a counter is reset by mistake, the result is an error instead of a lost change.
create table feed (
  tenant_id integer not null,
  kind smallint not null,
  entity_id uuid not null,
  version bigint not null,
  constraint feed_pkey primary key (tenant_id, kind, entity_id),
  constraint feed_version_key unique (tenant_id, version)
);

-- version counts the tenant's changes. epoch identifies the history to which they belong.
create table feed_counter (
  tenant_id integer not null,
  epoch integer not null,
  version bigint not null,
  constraint feed_counter_pkey primary key (tenant_id),
  constraint feed_counter_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);

-- One row for each time at which the history of the database may have branched: a token of an older epoch above
-- base_version belongs to a history that no longer exists (decision C6).
create table feed_epoch (
  tenant_id integer not null,
  epoch integer not null,
  base_version bigint not null,
  created_at timestamptz(3) not null default now(),
  constraint feed_epoch_pkey primary key (tenant_id, epoch),
  constraint feed_epoch_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);

-- Change tokens up to floor were issued before the reader's roles or teams last changed. With such a token, the
-- reader starts again from the beginning (decision C13, see service/changes/reader-floor.ts). Without a row, the
-- floor is 0.
create table feed_reader (
  tenant_id integer not null,
  user_id bigint not null,
  floor bigint not null,
  constraint feed_reader_pkey primary key (tenant_id, user_id),
  constraint feed_reader_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);

-- The identity of this database when it was last checked. A different cluster, timeline or OID means a restore or a
-- promotion.
create table database_identity (
  only_row boolean not null default true,
  epoch integer not null,
  system_identifier text not null,
  timeline integer not null,
  database_oid bigint not null,
  constraint database_identity_pkey primary key (only_row),
  constraint database_identity_only_row_check check (only_row)
);

-- Assigns the next positions to at most batch_size pending rows of one tenant, and returns their number. Rows are
-- deleted by a range of seq: with a plan that was cached while the queue was empty, a join took 1.6 s per page.
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

-- Responses to requests that may be repeated (decision T5). A repeated request gets the first response for a day.
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
