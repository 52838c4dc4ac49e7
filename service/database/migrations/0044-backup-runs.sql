-- The backups of the whole server (all tenants), for the overview, the metrics and the schedule.

-- state is 'running', 'succeeded' or 'failed'. snapshot_at is the time of the data in the backup set; the age of a
-- backup is counted from it. due_at is set only for scheduled backups. It is unique, so that only one of several
-- servers makes each of them. target contains no access keys. error is for operators.
create table backup_run (
  run_id bigint generated always as identity,
  state text not null default 'running',
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  due_at timestamptz(3),
  target text not null,
  set_name text,
  snapshot_at timestamptz(3),
  bytes bigint,
  error text,
  host text not null,
  process_id integer not null,
  constraint backup_run_pkey primary key (run_id),
  constraint backup_run_due_key unique (due_at),
  constraint backup_run_state_check check (state in ('running', 'succeeded', 'failed')),
  constraint backup_run_whole_check check ((state = 'running') = (ended_at is null))
);
create index backup_run_success_index on backup_run (snapshot_at) where state = 'succeeded';
