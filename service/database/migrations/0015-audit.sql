-- The audit log of security-relevant events: what was done, by whom, to whom, from where and when (S44). Entries
-- are never deleted.

-- Rows refer only to their tenant, so that an entry outlives the objects it describes. Names are those at the time of
-- the event.
create table audit_event (
  tenant_id integer not null,
  event_id bigint generated always as identity,
  happened_at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  actor_id bigint,
  actor_name text,
  client_id text,
  channel text not null,
  target_type text,
  target_id text,
  target_name text,
  address text,
  agent text,
  request_id text,
  details jsonb not null,
  constraint audit_event_pkey primary key (tenant_id, event_id),
  constraint audit_event_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);
create index audit_event_time_index on audit_event (tenant_id, happened_at, event_id);
create index audit_event_kind_index on audit_event (tenant_id, kind, event_id);
create index audit_event_actor_index on audit_event (tenant_id, actor_id, event_id);
create index audit_event_target_index on audit_event (tenant_id, target_type, target_id, event_id);

-- Rows cannot be changed once they have been written. A trigger would have the same effect, but a distributed
-- table cannot have triggers. The owner of the table can grant these rights again, which then appears in the
-- database's log.
revoke update, delete, truncate on audit_event from current_user;
