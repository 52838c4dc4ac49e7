-- Every act that matters to security, for good: who, what, on whom, from where, when (S44).

-- Nothing refers to anything but its tenant: a record outlives what it tells of. Names are those of the moment.
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

-- Written once. A trigger would say the same, but a distributed table may have none; who owns a table may take this back,
-- and then it is seen in the database's own log.
revoke update, delete, truncate on audit_event from current_user;
