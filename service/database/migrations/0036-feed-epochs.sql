-- Positions of the change feed remain valid after every restore: the epoch is a second in which this history was in
-- use, and increases at every start. service/changes/raise-epoch.ts explains why.

-- The start time of PostgreSQL. If it changes, PostgreSQL may now be running on older files.
alter table database_identity add column postmaster_started_at text not null default '';
-- An old token was the epoch in hours, followed by a version of 43 bits. New positions have the epoch in seconds,
-- followed by 32 bits, so those of the epoch (hour + 1) << 11 are higher than every old token.
update database_identity set epoch = (epoch + 1) << 11;

-- The earlier epochs of a tenant in which positions were issued. The versions from base_version + 1 to
-- last_version have consecutive positions, starting at base_position + 1.
create temporary table old_feed_epoch on commit drop as
  select feed_epoch.tenant_id, feed_epoch.epoch,
         coalesce(lead(base_version) over (partition by tenant_id order by feed_epoch.epoch), feed_counter.version) as last_version
  from feed_epoch join feed_counter using (tenant_id);
truncate feed_epoch;
alter table feed_epoch
  drop column epoch,
  drop column created_at,
  add column base_position bigint not null,
  add column last_version bigint not null,
  add constraint feed_epoch_pkey primary key (tenant_id, base_position);
create index feed_epoch_version_index on feed_epoch (tenant_id, last_version);
-- The high bits of an old token were the epoch in which the token was issued, even if the version was assigned
-- earlier.
insert into feed_epoch (tenant_id, base_position, base_version, last_version)
select tenant_id, epoch::bigint << 43, 0, last_version from old_feed_epoch where last_version > 0;

-- Tokens from floor + 1 to floor + floor_version belong to this reader only (decision C13,
-- service/changes/reader-floor.ts).
alter table feed_reader add column floor_version bigint not null default 0;
update feed_reader
set floor = (feed_counter.epoch::bigint + 1) << 43, floor_version = feed_counter.version
from feed_counter where feed_counter.tenant_id = feed_reader.tenant_id;

-- version counts the tenant's changes. Versions above base_version have positions above base_position, in the
-- tenant's current epoch. database_epoch is the epoch of the database when the tenant's current epoch started.
alter table feed_counter
  add column database_epoch integer not null default 0,
  add column base_version bigint not null default 0,
  add column base_position bigint not null default 0;
update feed_counter
set base_version = version, base_position = ((epoch::bigint + 1) << 43) + version
where version > 0;
-- Without this column, a server of the previous version fails instead of issuing positions in the old format.
alter table feed_counter drop column epoch;

-- The position at which readers could first see the entity; 0 for entities from before this migration.
alter table feed add column first_position bigint not null default 0;

-- Seconds since 2026-01-01 by the clock of the database, rounded down. Tests replace this function.
create function feed_second() returns integer
language sql volatile
as $$
  select floor(extract(epoch from clock_timestamp() - timestamptz '2026-01-01T00:00:00Z'))::integer
$$;

-- The epoch after `previous`: the current second, or previous + 1 if the clock was set back.
create function next_feed_epoch(previous integer) returns integer
language plpgsql
as $$
begin
  while feed_second() = previous loop
    perform pg_sleep(0.02);
  end loop;
  return greatest(previous + 1, feed_second());
end
$$;

-- Starts an epoch of a tenant whose counter the caller has locked, and returns its base position. Waits until the
-- second of the epoch is over. The random number separates positions even if a clock was set back. The `reserved`
-- positions before the base are not issued.
create function begin_feed_epoch(for_tenant integer, reserved bigint) returns bigint
language plpgsql
as $$
declare
  counter feed_counter%rowtype;
  current_epoch integer;
  new_base bigint;
begin
  select * into counter from feed_counter where tenant_id = for_tenant;
  select epoch into current_epoch from database_identity;
  new_base := greatest(current_epoch, ((counter.base_position + counter.version - counter.base_version) >> 32) + 1);
  new_base := (new_base << 32) + floor(random() * 2147483648)::bigint + reserved;
  while feed_second() = new_base >> 32 loop
    perform pg_sleep(0.02);
  end loop;
  if counter.version > counter.base_version then
    insert into feed_epoch (tenant_id, base_position, base_version, last_version)
    values (for_tenant, counter.base_position, counter.base_version, counter.version);
  end if;
  update feed_counter
  set database_epoch = current_epoch, base_position = new_base, base_version = counter.version
  where tenant_id = for_tenant;
  return new_base;
end
$$;

-- Assigns the next positions to at most batch_size pending rows of one tenant, and returns their number. Rows are
-- deleted by a range of seq: with a plan that was cached while the queue was empty, a join took 1.6 s per page.
-- Sequential scans are disabled because the plan is generic (see 0005).
create or replace function number_pending_changes(for_tenant integer, batch_size integer) returns integer
language plpgsql
set lock_timeout = '2s'
set enable_seqscan = off
as $$
declare
  counter feed_counter%rowtype;
  upper_seq bigint;
  new_version bigint;
  taken integer;
begin
  select * into counter from feed_counter where tenant_id = for_tenant for update;
  if not found then
    return 0;
  end if;

  select max(seq) into upper_seq from (
    select seq from feed_pending where tenant_id = for_tenant order by seq limit batch_size
  ) as batch;
  if upper_seq is null then
    return 0;
  end if;

  -- Read after locking the counter, so that a running server also continues in an epoch that another server has raised.
  if counter.database_epoch is distinct from (select epoch from database_identity) then
    counter.base_position := begin_feed_epoch(for_tenant, 0);
    counter.base_version := counter.version;
  end if;

  with drained as (
    delete from feed_pending where tenant_id = for_tenant and seq <= upper_seq returning kind, entity_id, seq
  ), changed as (
    select kind, entity_id, row_number() over (order by max(seq)) as rank from drained group by kind, entity_id
  ), numbered as (
    insert into feed (tenant_id, kind, entity_id, version, first_position)
    select for_tenant, kind, entity_id, counter.version + rank,
           counter.base_position + counter.version + rank - counter.base_version
    from changed
    on conflict on constraint feed_pkey do update set version = excluded.version
    returning version
  )
  select (select count(*) from drained), (select max(version) from numbered) into taken, new_version;

  update feed_counter set version = new_version where tenant_id = for_tenant;
  return taken;
end
$$;
